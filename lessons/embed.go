// Package lessons holds the lessons as they are written: a folder for each, in the form of docs/lessons.md.
package lessons

import "embed"

// Files are the folders of all lessons.
//
//go:embed 01-places 04-shared-list 05-lost-marker 11-same-name
var Files embed.FS
