#!/bin/sh
# Runs one WebAssembly test binary under Node.js, for go test -exec. Go's own
# runner hands the whole environment to the program, which has a fixed, small
# space for it; this one hands over what tests use.
set -eu
exec env -i PATH="$PATH" HOME="${HOME:-/}" PWD="$PWD" \
	"$(go env GOROOT)/lib/wasm/go_js_wasm_exec" "$@"
