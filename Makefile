# Inflight. `make` alone lists what there is to make.
#
# Needs Go and make; the tests install what else they need where they may, and
# say exactly what is missing where they may not.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

# A clone in a folder of another user is no reason to fail, and neither is an
# empty HOME: Go then keeps its caches in the clone.
export GOFLAGS := $(GOFLAGS) -buildvcs=false
ifeq ($(strip $(HOME)),)
export GOCACHE ?= $(CURDIR)/.tools/go/build
export GOPATH ?= $(CURDIR)/.tools/go
endif

ifeq ($(shell command -v go 2>/dev/null),)
ifneq ($(filter-out help,$(or $(MAKECMDGOALS),help)),)
$(error Go is not in PATH; install Go 1.26 or newer from https://go.dev/dl/ and try again)
endif
endif

PART := tools/part.sh

DATADRIVEN := github.com/cockroachdb/datadriven

# The packages that run in the browser; their tests run there, too.
WASM_PACKAGES := ./engine/... $(if $(wildcard lessons/*.go lessons/*/*.go),./lessons/...) ./wasm/...

.PHONY: help
help: ## list the targets
	@echo 'make TARGET, where TARGET is one of'
	@echo
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r name text; do printf '%-18s %s\n' "$$name" "$$text"; done

.PHONY: build
build: ## build the page into web/dist and say what it weighs
	@go run ./tools/build

.PHONY: run
run: ## build, start the server, open the page where there is a browser (ARGS='-addr :9000')
	@test -f web/dist/index.html || echo 'building the page; the first time takes a minute or two'
	@go run ./tools/build -quiet
	@go build -o bin/serve ./cmd/serve
	@exec bin/serve -open $(ARGS)

.PHONY: dev
dev: ## the same from the sources: rebuilds and reloads on every change
	@go build -o bin/serve ./cmd/serve
	@exec bin/serve -dev -open $(ARGS)

.PHONY: check
check: ## fast: formatting, vet, unit tests
	@unformatted=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
		test -z "$$unformatted" || { echo "not formatted (run gofmt -w):"; echo "$$unformatted"; exit 1; }
	@go vet ./...
	@GOOS=js GOARCH=wasm go vet ./wasm/...
	@go test -short ./...

.PHONY: test
test: ## everything: unit and golden tests, the same in WebAssembly, the browser
	@$(PART) 'unit and golden tests' $(MAKE) unit
	@$(PART) 'tests in WebAssembly' $(MAKE) test-wasm
	@$(PART) 'build of the page' $(MAKE) build
	@$(PART) 'browser tests' $(MAKE) e2e-only
	@echo 'all tests passed'

.PHONY: unit
unit:
	@go vet ./...
	@GOOS=js GOARCH=wasm go vet ./wasm/...
	@go test ./...

.PHONY: test-wasm
test-wasm: ## the tests of what runs in the browser, as WebAssembly under Node.js
	@tools/setup.sh node
	@GOOS=js GOARCH=wasm go test -exec "$(CURDIR)/tools/wasmtest.sh" $(WASM_PACKAGES)

.PHONY: e2e
e2e: build ## the browser tests alone
	@$(MAKE) e2e-only

.PHONY: e2e-only
e2e-only:
	@tools/setup.sh browser
	@tools/setup.sh axe
	@cd e2e && go vet ./... && go test -count=1 -timeout 40m ./...

.PHONY: golden
golden: ## rewrite the golden files from what the code does now; read the diff before you keep it
	@go test $$(go list -f '{{range .TestImports}}{{if eq . "$(DATADRIVEN)"}}{{$$.ImportPath}} {{end}}{{end}}{{range .XTestImports}}{{if eq . "$(DATADRIVEN)"}}{{$$.ImportPath}} {{end}}{{end}}' ./... | sort -u) -rewrite
	@go run ./tools/unproven || true

.PHONY: bench
bench: ## measure the engine
	@go test -run '^$$' -bench . -benchmem ./engine/...

.PHONY: bench-page
bench-page: build ## measure what a step costs the page's main thread, and write docs/bench.md
	@tools/setup.sh browser
	@cd e2e && go run ./cmd/steps -write ../docs/bench.md

.PHONY: size
size: ## measure weight and start-up of the page, and write docs/size.md
	@tools/setup.sh browser
	@go run ./tools/build -size
	@cd e2e && go run ./cmd/startup -write ../docs/size.md

-include conformance/conformance.mk
