#!/bin/sh
# Prints the path of the browser that the tests use: $CHROME if set, else the
# first of the usual names that starts. Exits 1 if there is none.
set -eu

works() { "$1" --version >/dev/null 2>&1 </dev/null; }

if [ -n "${CHROME:-}" ]; then
	path=$(command -v "$CHROME") || {
		echo "CHROME=$CHROME: no such program; unset it or name one that exists" >&2
		exit 1
	}
	works "$path" || {
		echo "CHROME=$CHROME does not start: '$path --version' failed" >&2
		exit 1
	}
	echo "$path"
	exit 0
fi
for name in chromium chromium-browser google-chrome google-chrome-stable chrome \
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
	/Applications/Chromium.app/Contents/MacOS/Chromium; do
	# Ubuntu's chromium-browser may be a note that it is a snap: it must start.
	if path=$(command -v "$name" 2>/dev/null) && works "$path"; then
		echo "$path"
		exit 0
	fi
done
echo 'no Chromium or Chrome in PATH; tools/setup.sh browser installs one where it may' >&2
exit 1
