package main

import (
	"bytes"
	"fmt"
	"regexp"
)

var bytesAttr = regexp.MustCompile(`data-([a-z-]+)-bytes="0"`)

// fillBytes writes into data-NAME-bytes="0" how long the file is that data-NAME
// names, uncompressed: while a page loads a compressed file, a browser does not
// tell how much of it is still to come.
func fillBytes(html []byte, files map[string][]byte) ([]byte, error) {
	var failed error
	html = bytesAttr.ReplaceAllFunc(html, func(match []byte) []byte {
		name := string(bytesAttr.FindSubmatch(match)[1])
		m := regexp.MustCompile(`data-` + name + `="([^"]+)"`).FindSubmatch(html)
		if m == nil || files[string(m[1])] == nil {
			failed = fmt.Errorf("web/index.html: data-%s-bytes stands without a data-%s that names a file of the page", name, name)
			return match
		}
		return fmt.Appendf(nil, `data-%s-bytes="%d"`, name, len(files[string(m[1])]))
	})
	return bytes.Clone(html), failed
}
