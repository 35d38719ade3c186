// An assembly file, though empty, lets the package declare functions without bodies (go:linkname).
