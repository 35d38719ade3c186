package tree

// syntax reports what the YAML library could not read.
func (r *reader) syntax(p part, err error) {
	r.fail(Pos{p.line + 1, 1}, "input.syntax")
}
