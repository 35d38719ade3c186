#!/bin/sh
# Runs the comparison with the real queue of one release, or the tests of another folder here:
#   conformance/run.sh RELEASE [./FOLDER] [FLAGS of go test or of the tests]
set -eu
cd "$(dirname "$0")"
release=$1
shift
mod=versions/$release.mod
if [ ! -f "$mod" ]; then
	echo "there is no conformance/$mod; write it with: cd conformance && go run ./gen $release" >&2
	exit 2
fi
folder=.
case "${1:-}" in ./*)
	folder=$1
	shift
	;;
esac
tags=$(sed -n 's,^// tags: ,,p' "$mod")
# At most two compilers: with more, the link at the end would need memory that a small machine has not.
GOFLAGS="${GOFLAGS:-} -p=2" exec go test -vet=off -count=1 -modfile="$mod" -tags="$tags" "$folder" "$@"
