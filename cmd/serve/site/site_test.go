package site

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

const style = "body { color: red }"

func hashedName(body string) string {
	sum := sha256.Sum256([]byte(body))
	return "app." + hex.EncodeToString(sum[:])[:10] + ".css"
}

func testSite(t *testing.T) *Site {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, body := range map[string]string{
		"index.html": "<!doctype html>", "index.html.br": "br-bytes", "index.html.gz": "gzip-bytes",
		hashedName(style): style, "app.0123456789.css": "its name lies",
		"app.wasm": "\x00asm", "app.wasm.br": "wasm-br", "sub/index.html": "sub",
		".keep": "", ".git/config": "secret", "only.gz": "a file of its own",
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(body)}
	}
	s, err := New(fsys)
	require.NoError(t, err)
	require.True(t, s.Built())
	return s
}

func send(t *testing.T, h http.Handler, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost/", nil)
	r.URL.Path = path // as it came, dots and all
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(b)
}

func TestTypesAndCaching(t *testing.T) {
	s := testSite(t)
	for _, tc := range []struct{ path, mime, cache string }{
		{"/", "text/html; charset=utf-8", "no-cache"},
		{"/index.html", "text/html; charset=utf-8", "no-cache"},
		{"/sub/", "text/html; charset=utf-8", "no-cache"},
		{"/app.wasm", "application/wasm", "no-cache"},
		{"/" + hashedName(style), "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/app.0123456789.css", "text/css; charset=utf-8", "no-cache"},
		{"/only.gz", "application/octet-stream", "no-cache"},
	} {
		r := send(t, s, "GET", tc.path)
		require.Equal(t, http.StatusOK, r.StatusCode, tc.path)
		require.Equal(t, tc.mime, r.Header.Get("Content-Type"), tc.path)
		require.Equal(t, tc.cache, r.Header.Get("Cache-Control"), tc.path)
		require.NotEmpty(t, r.Header.Get("ETag"), tc.path)
	}
}

func TestEncodings(t *testing.T) {
	s := testSite(t)
	etags := map[string]string{}
	for _, tc := range []struct{ accept, encoding, body string }{
		{"gzip, deflate, br, zstd", "br", "br-bytes"},
		{"gzip", "gzip", "gzip-bytes"},
		{"", "", "<!doctype html>"},
	} {
		r := send(t, s, "GET", "/", "Accept-Encoding", tc.accept)
		require.Equal(t, tc.encoding, r.Header.Get("Content-Encoding"), tc.accept)
		require.Equal(t, "Accept-Encoding", r.Header.Get("Vary"))
		require.Equal(t, tc.body, body(t, r))
		require.EqualValues(t, len(tc.body), r.ContentLength, tc.accept)
		etags[r.Header.Get("ETag")] = tc.encoding
	}
	require.Len(t, etags, 3, "each encoding has an ETag of its own")

	r := send(t, s, "GET", "/"+hashedName(style), "Accept-Encoding", "br")
	require.Empty(t, r.Header.Get("Content-Encoding"), "there is only one encoding")
	require.Empty(t, r.Header.Get("Vary"))
}

func TestNotModified(t *testing.T) {
	s := testSite(t)
	etag := send(t, s, "GET", "/", "Accept-Encoding", "br").Header.Get("ETag")
	require.NotContains(t, etag, "W/")

	r := send(t, s, "GET", "/", "Accept-Encoding", "br", "If-None-Match", `"other", `+etag)
	require.Equal(t, http.StatusNotModified, r.StatusCode)
	require.Equal(t, etag, r.Header.Get("ETag"))
	require.Equal(t, "Accept-Encoding", r.Header.Get("Vary"))
	require.Equal(t, "no-cache", r.Header.Get("Cache-Control"))
	require.Empty(t, body(t, r))

	r = send(t, s, "GET", "/", "Accept-Encoding", "gzip", "If-None-Match", etag)
	require.Equal(t, http.StatusOK, r.StatusCode, "another encoding is another representation")
}

func TestHeadAndRange(t *testing.T) {
	s := testSite(t)
	r := send(t, s, "HEAD", "/", "Accept-Encoding", "gzip")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.EqualValues(t, len("gzip-bytes"), r.ContentLength)
	require.Empty(t, body(t, r))

	r = send(t, s, "GET", "/app.wasm", "Range", "bytes=1-2")
	require.Equal(t, http.StatusPartialContent, r.StatusCode)
	require.Equal(t, "bytes 1-2/4", r.Header.Get("Content-Range"))
	require.EqualValues(t, 2, r.ContentLength)
	require.Equal(t, "as", body(t, r))

	r = send(t, s, "GET", "/", "Accept-Encoding", "br", "Range", "bytes=3-")
	require.Equal(t, "br", r.Header.Get("Content-Encoding"))
	require.Equal(t, "bytes 3-7/8", r.Header.Get("Content-Range"), "a range of the encoded bytes")
	require.EqualValues(t, 5, r.ContentLength)

	r = send(t, s, "GET", "/", "Accept-Encoding", "br", "Range", "bytes=99-")
	require.Equal(t, http.StatusRequestedRangeNotSatisfiable, r.StatusCode)
	require.NotEmpty(t, body(t, r))
}

func TestRefusals(t *testing.T) {
	s := testSite(t)
	for _, path := range []string{
		"/nothing", "/sub", "/../go.mod", "/sub/../../etc/passwd", "//etc/passwd", "/./index.html",
		"/.keep", "/.git/config", "/index.html.br", "/app.wasm.br", "/..%2findex.html", "/\x00", "",
	} {
		r := send(t, s, "GET", path)
		if path == "" {
			require.Equal(t, http.StatusOK, r.StatusCode, "the root")
			continue
		}
		require.Equal(t, http.StatusNotFound, r.StatusCode, path)
		text := body(t, r)
		require.Contains(t, text, "There is no "+path+" here.")
		require.Contains(t, text, "ありません", "in Japanese, too")
		require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		r := send(t, s, method, "/")
		require.Equal(t, http.StatusMethodNotAllowed, r.StatusCode)
		require.Equal(t, "GET, HEAD", r.Header.Get("Allow"))
		require.Contains(t, body(t, r), method+" is not possible here")
	}
}

func TestSecurityHeadersOnEveryAnswer(t *testing.T) {
	s := testSite(t)
	etag := send(t, s, "GET", "/app.wasm").Header.Get("ETag")
	for _, r := range []*http.Response{
		send(t, s, "GET", "/"), send(t, s, "GET", "/nothing"), send(t, s, "POST", "/"),
		send(t, s, "GET", "/app.wasm", "If-None-Match", etag),
	} {
		require.Equal(t, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "+
			"img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "+
			"form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types inflight",
			r.Header.Get("Content-Security-Policy"))
		require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", r.Header.Get("Referrer-Policy"))
		require.Equal(t, "same-origin", r.Header.Get("Cross-Origin-Opener-Policy"))
	}
}

func TestNotBuilt(t *testing.T) {
	s, err := New(fstest.MapFS{".keep": {}})
	require.NoError(t, err)
	require.False(t, s.Built())
	r := send(t, s, "GET", "/")
	require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
	require.Contains(t, body(t, r), "make run")
	require.Equal(t, http.StatusNotFound, send(t, s, "GET", "/app.wasm").StatusCode)
}

func TestEdit(t *testing.T) {
	s, err := New(fstest.MapFS{"index.html": {Data: []byte("a")}, "b.css": {Data: []byte("b")}},
		func(name string, body []byte) []byte { return append(body, name...) })
	require.NoError(t, err)
	require.Equal(t, "aindex.html", body(t, send(t, s, "GET", "/")))
	require.Equal(t, "bb.css", body(t, send(t, s, "GET", "/b.css")))
}

func TestNegotiate(t *testing.T) {
	all := []string{"br", "gzip", identity}
	for _, tc := range []struct{ header, want string }{
		{"br", "br"}, {"gzip;q=1.0, br;q=0.5", "gzip"}, {"br;q=0.5, gzip;q=0.5", "br"},
		{"*", "br"}, {"*;q=0", identity}, {"br;q=0, *", "gzip"}, {"deflate", identity},
		{"identity, br;q=0.9", identity}, {"identity;q=0, gzip;q=0.1", "gzip"},
		{"BR", "br"}, {"x-gzip", "gzip"}, {"br;q=high", identity}, {"br; q=0.0", identity},
		{"gzip;q=0.001", "gzip"}, {",,;q=1", identity}, {"br;level=5;q=0.2,gzip;q=0.3", "gzip"},
	} {
		require.Equal(t, tc.want, negotiate([]string{tc.header}, all), tc.header)
	}
	require.Equal(t, "gzip", negotiate([]string{"deflate", "gzip"}, all), "several header lines")
	require.Equal(t, "gzip", negotiate([]string{"br, gzip;q=0.1"}, []string{"gzip", identity}), "br is not offered")
	require.Equal(t, identity, negotiate(nil, all))
}

func FuzzNegotiate(f *testing.F) {
	f.Add("br;q=1.0, gzip;q=0.8, *;q=0.1")
	f.Fuzz(func(t *testing.T, header string) {
		got := negotiate([]string{header}, []string{"br", "gzip", identity})
		if got != identity && !strings.Contains(strings.ToLower(header), got) && !strings.Contains(header, "*") {
			t.Fatalf("%q was answered with %s", header, got)
		}
	})
}
