// Package web holds the page: its sources beside this file, and in dist what
// the build makes of them. Only dist is embedded; it is empty on a bare clone.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist is the built page with index.html at its root. Before the first build
// it holds nothing but .keep.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the directive above names the folder
	}
	return sub
}
