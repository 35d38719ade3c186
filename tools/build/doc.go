// Command build makes the page: it compiles ./wasm for the browser, gathers the
// files of web/ and the lessons, puts a hash of its content into each file's name,
// compresses everything once, and reports what it all weighs.
//
//	go run ./tools/build [-out web/dist] [-dev] [-size] [-quiet]
//
// -dev leaves names plain and compresses nothing. -size writes docs/size.md.
// What has not changed is not compressed again; files that are the same are not
// touched, so that nothing that embeds them is compiled again.
package main
