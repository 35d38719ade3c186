// Package browser drives the page in a real Chromium: one browser for all tests, a
// tab with storage of its own for each. A tab watches itself: whatever the page
// says on the console, throws, is forbidden, or asks of another origin is kept as a
// complaint. The package knows how to look at a page, not what should be on it.
package browser
