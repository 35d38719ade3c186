#!/bin/sh
# Looks for what the tests need beside Go and make, and installs it where that is
# allowed (Debian and Ubuntu, as root or with sudo that asks no password).
#
#   tools/setup.sh browser   a Chromium or Chrome, and a font with Japanese
#   tools/setup.sh node      Node.js, which runs Go's WebAssembly tests
#   tools/setup.sh axe       axe-core, which the browser tests examine the page with: from the npm registry that this
#                            machine is set up for, into .tools
#
# Prints nothing when all is there. Exits 1 with the exact command to run when
# something is missing and may not be installed from here.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
updated=''

have() { command -v "$1" >/dev/null 2>&1; }

# as_root prints the prefix for commands that need root; fails if there is none.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		echo env
	elif have sudo && sudo -n true 2>/dev/null; then
		echo sudo
	else
		return 1
	fi
}

# try_install PACKAGE... through apt; says what it does, fails without noise.
try_install() {
	have apt-get || return 1
	root=$(as_root) || return 1
	echo "setup: installing $* (apt-get)" >&2
	log=$(mktemp)
	if [ -z "$updated" ]; then
		$root apt-get update -qq >"$log" 2>&1 </dev/null || true # an old list may still do
		updated=yes
	fi
	if $root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -q --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; then
		rm -f "$log"
		return 0
	fi
	tail -n 5 "$log" >&2
	rm -f "$log"
	return 1
}

give_up() {
	printf 'setup: %s\n' "$@" >&2
	exit 1
}

need_browser() {
	"$here/chrome.sh" >/dev/null 2>&1 && return 0
	if [ -n "${CHROME:-}" ]; then
		"$here/chrome.sh" >/dev/null # says what is wrong with it
		exit 1
	fi
	try_install chromium || try_install chromium-browser || true
	"$here/chrome.sh" >/dev/null 2>&1 && return 0
	give_up 'the browser tests need Chromium or Chrome, and none was found in PATH.' \
		'On Debian:  sudo apt-get install chromium fonts-noto-cjk' \
		'On Ubuntu:  sudo snap install chromium && sudo apt-get install fonts-noto-cjk' \
		'Elsewhere:  install Chrome, or name the program: CHROME=/path/to/chrome make e2e'
}

# Without a Japanese font the page still works, but screenshots show boxes.
need_japanese() {
	[ "$(uname -s)" = Linux ] || return 0
	if have fc-list; then
		[ -n "$(fc-list :lang=ja family 2>/dev/null | head -n 1)" ] && return 0
	elif ls /usr/share/fonts/opentype/noto/NotoSansCJK* >/dev/null 2>&1; then
		return 0
	fi
	try_install fonts-noto-cjk && return 0
	give_up 'the screenshots need a font with Japanese, and none was found.' \
		'Install one:  sudo apt-get install fonts-noto-cjk'
}

need_node() {
	if ! have node; then
		try_install nodejs || true
	fi
	have node || give_up 'the WebAssembly tests need Node.js 18 or newer, and none was found in PATH.' \
		'Install it:  sudo apt-get install nodejs'
	major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
	[ "$major" -ge 18 ] || give_up "the WebAssembly tests need Node.js 18 or newer; this is $(node --version)." \
		'Install a newer one, or put it first in PATH.'
}

# axe-core is no part of the page: it is fetched for the tests, in the one version whose bytes are known here.
axe_version=4.14.1
axe_integrity=sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==

need_axe() {
	tools=${TOOLS_DIR:-"$here/../.tools"}
	[ -f "$tools/axe-$axe_version/axe.min.js" ] && return 0
	if ! have npm; then
		try_install npm || true
	fi
	have npm || give_up 'the browser tests examine the page with axe-core, which comes by npm, and npm was not found in PATH.' \
		'Install it:  sudo apt-get install npm'
	mkdir -p "$tools"
	fresh=$(mktemp -d "$tools/axe-XXXXXX")
	log=$(cd "$fresh" && npm pack --silent "axe-core@$axe_version" 2>&1 </dev/null) && [ -f "$fresh/axe-core-$axe_version.tgz" ] || {
		rm -rf "$fresh"
		printf '%s\n' "$log" | tail -n 5 >&2
		give_up "axe-core $axe_version could not be had from the npm registry, and the browser tests examine the page with it." \
			'Try again with a network, or tell npm which registry to ask:  npm config set registry ADDRESS'
	}
	is=sha512-$(node -p 'require("crypto").createHash("sha512").update(require("fs").readFileSync(process.argv[1])).digest("base64")' "$fresh/axe-core-$axe_version.tgz")
	if [ "$is" != "$axe_integrity" ]; then
		rm -rf "$fresh"
		give_up "what the npm registry gives as axe-core $axe_version is not what it was: $is" "Wanted:  $axe_integrity"
	fi
	(cd "$fresh" && tar -xzf "axe-core-$axe_version.tgz" package/axe.min.js package/LICENSE) &&
		mv "$fresh/package" "$tools/axe-$axe_version"
	rm -rf "$fresh"
}

case "${1:-}" in
axe) need_axe ;;
browser)
	need_browser
	need_japanese
	;;
node) need_node ;;
*) give_up 'usage: tools/setup.sh browser|node|axe' ;;
esac
