package site

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"
)

// Site is a handler over a fixed set of files, all read when it is made.
// It is safe for concurrent use and never changes.
type Site struct {
	assets map[string]*asset // by path without the leading slash
}

// New reads every file of fsys once. A file whose name ends in .br or .gz and
// has a sibling without the ending is that sibling in another encoding; names
// that start with a dot are left out. Each edit sees every file once and returns
// what to serve in its place.
func New(fsys fs.FS, edits ...Edit) (*Site, error) {
	assets, err := load(fsys, edits)
	if err != nil {
		return nil, fmt.Errorf("reading the built page: %w", err)
	}
	return &Site{assets: assets}, nil
}

// Edit changes a file before it is served. Its encodings are not edited along.
type Edit func(name string, body []byte) []byte

// Built tells whether there is a page to serve. On a bare clone there is not.
func (s *Site) Built() bool { return s.assets[index] != nil }

// index is the file that a path ending in a slash stands for.
const index = "index.html"

// ServeHTTP answers GET and HEAD for the site's files.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	SecurityHeaders(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		say(w, http.StatusMethodNotAllowed, fmt.Sprintf("%s is not possible here: the page is only read (GET, HEAD).\n"+
			"%s は使えません。このページは読み取り専用です(GET、HEAD)。", r.Method, r.Method))
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += index
	}
	a := s.assets[name]
	switch {
	case a != nil:
		serve(w, r, a)
	case name == index && !s.Built():
		say(w, http.StatusServiceUnavailable, notBuilt)
	default:
		say(w, http.StatusNotFound, fmt.Sprintf("There is no %s here. The page is at the root of this site.\n"+
			"%s はありません。ページはこのサイトの先頭にあります。", r.URL.Path, r.URL.Path))
	}
}

const notBuilt = `The page is not built yet. In the folder of the clone, run

    make run

which builds it and starts this server again. (Without make: go run ./tools/build && go run ./cmd/serve)

ページはまだビルドされていません。クローンしたフォルダーで上のコマンドを実行してください。`

// serve answers with the encoding that the client likes best.
func serve(w http.ResponseWriter, r *http.Request, a *asset) {
	enc := negotiate(r.Header.Values("Accept-Encoding"), a.encodings())
	v := a.variant(enc)
	h := w.Header()
	h.Set("Content-Type", a.mime)
	h.Set("ETag", v.etag)
	h.Set("Cache-Control", a.cache)
	if len(a.variants) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	if v.encoding != identity {
		h.Set("Content-Encoding", v.encoding)
		h.Set("Content-Length", fmt.Sprint(len(v.body))) // ServeContent leaves it out for encoded bodies
	}
	// Conditions, ranges (of the chosen encoding, as RFC 9110 has it) and HEAD.
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(v.body))
}

// say answers in plain words.
func say(w http.ResponseWriter, code int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	fmt.Fprintln(w, text)
}
