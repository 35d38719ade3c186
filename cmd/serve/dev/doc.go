// Package dev serves a page that is being worked on: it builds from the sources
// on disk, builds again when one changes, and tells open pages to take the new
// files. It knows nothing of how a page is built beyond the command that does it.
package dev
