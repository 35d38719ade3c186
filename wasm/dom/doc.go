//go:build js && wasm

// Package dom is where the page meets the browser: it draws what the views describe, hears what the user does, and
// carries out effects. Everything that is made or moved in numbers goes through web/shim.js as one list of changes;
// the document, the window and events are honnef.co/go/js/dom's.
//
// Nothing in here may wait inside a callback from JavaScript: the browser's answer could not arrive before the callback
// returns. What waits does so in a goroutine of its own.
package dom
