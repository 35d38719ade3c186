// Package e2e tests the whole page in a real browser: that it loads under its
// policy, that what it shows is the State, and that it obeys keys and clicks.
// What a view draws for a State is tested without a browser, in wasm/ui.
package e2e
