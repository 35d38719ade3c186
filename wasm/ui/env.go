package ui

// Env is what the page knows of its surroundings when it starts.
type Env struct {
	Width, Height int    // of the viewport, CSS pixels
	Dark          bool   // prefers-color-scheme: dark
	Reduced       bool   // prefers-reduced-motion: reduce
	Language      string // navigator.language
	Memory        bool   // storage was refused: files live in memory and end with the page
	Mac           bool   // shortcuts are written with ⌘
}
