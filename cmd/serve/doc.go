// Command serve is the server of the page: a small static file server with the
// page embedded. It answers on the loopback interface unless told otherwise.
//
//	serve [-addr HOST:PORT] [-open] [-dev]
//
// With -dev it serves a development build from disk, rebuilds when a source
// changes, and reloads the page. Exit codes: 0 after SIGINT or SIGTERM, 1 if it
// cannot serve, 2 on wrong use.
package main
