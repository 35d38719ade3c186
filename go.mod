module inflight

go 1.26.0

require (
	github.com/andybalholm/brotli v1.3.0
	github.com/cockroachdb/datadriven v1.0.3
	github.com/fsnotify/fsnotify v1.10.1
	github.com/hack-pad/hackpadfs v0.2.4
	github.com/stretchr/testify v1.12.1
	github.com/yuin/goldmark v1.8.7
	go.yaml.in/yaml/v3 v3.0.6
	honnef.co/go/js/dom/v2 v2.0.0-20250304181735-b5e52f05e89d
	pgregory.net/rapid v1.3.0
)

require (
	github.com/hack-pad/go-indexeddb v0.3.2 // indirect
	github.com/hack-pad/safejs v0.1.0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/sys v0.13.0 // indirect
)
