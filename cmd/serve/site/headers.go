package site

import (
	"net/http"
	"strings"
)

// Policy is the page's Content-Security-Policy: everything comes from the
// page's own origin or not at all.
//
//   - script-src: our files and compiling WebAssembly, no inline script, no eval.
//   - style-src: our style sheets. Style attributes in markup are ignored;
//     scripts set styles through the CSSOM, which no policy forbids.
//   - img-src: data: for small drawings inside style sheets.
//   - worker-src, manifest-src: the same WASM without a DOM, and the manifest.
//   - base-uri, form-action, frame-ancestors: nothing on the page needs them, and
//     default-src does not cover them.
//   - Trusted Types: no string becomes HTML or a script. The one policy,
//     inflight, makes the addresses of our own workers and nothing else
//     ('none' would forbid workers altogether).
var Policy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"worker-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types inflight",
}, "; ")

// SecurityHeaders sets what every answer carries.
func SecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	// Links carry the user's scenario; it is nobody else's business.
	h.Set("Referrer-Policy", "no-referrer")
	// No other origin's window holds a handle to ours, or reads our files.
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
}
