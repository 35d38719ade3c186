package site

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// asset is one file of the page in every encoding that was built.
type asset struct {
	mime     string
	cache    string
	variants []variant // best first, identity last
}

// variant is one encoding's bytes.
type variant struct {
	encoding string // as in Content-Encoding; identity if none
	body     []byte
	etag     string // strong: the hash of these very bytes
}

const (
	identity = "identity"
	forever  = "public, max-age=31536000, immutable"
	ask      = "no-cache" // keep it, but ask before each use
)

// encodings by file ending, best first.
var encodings = []struct{ ending, name string }{{".br", "br"}, {".gz", "gzip"}}

// mimes are the types of everything the build can put into the page; a fixed
// table, because the system's own differs between machines.
var mimes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".md":          "text/markdown; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".tar":         "application/x-tar",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
	".yaml":        "application/yaml",
}

func load(fsys fs.FS, edits []Edit) (map[string]*asset, error) {
	bodies := map[string][]byte{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if hidden := strings.HasPrefix(d.Name(), ".") && name != "."; hidden {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		body, err := fs.ReadFile(fsys, name)
		for _, edit := range edits {
			body = edit(name, body)
		}
		bodies[name] = body
		return err
	})
	if err != nil {
		return nil, err
	}
	assets := map[string]*asset{}
	for name, body := range bodies {
		if !isVariant(name, bodies) {
			assets[name] = newAsset(name, body, bodies)
		}
	}
	return assets, nil
}

func isVariant(name string, bodies map[string][]byte) bool {
	for _, e := range encodings {
		if base, ok := strings.CutSuffix(name, e.ending); ok && bodies[base] != nil {
			return true
		}
	}
	return false
}

func newAsset(name string, body []byte, bodies map[string][]byte) *asset {
	a := &asset{mime: mimes[path.Ext(name)], cache: ask}
	if a.mime == "" {
		a.mime = "application/octet-stream"
	}
	if nameCarriesHash(name, body) {
		a.cache = forever
	}
	for _, e := range encodings {
		if b := bodies[name+e.ending]; b != nil {
			a.variants = append(a.variants, newVariant(e.name, b))
		}
	}
	a.variants = append(a.variants, newVariant(identity, body))
	return a
}

func newVariant(encoding string, body []byte) variant {
	sum := sha256.Sum256(body)
	return variant{encoding: encoding, body: body, etag: `"` + hex.EncodeToString(sum[:12]) + `"`}
}

var hashInName = regexp.MustCompile(`\.([0-9a-f]{10})\.[a-z0-9]+$`)

// nameCarriesHash believes a name like app.0123456789.css only if it tells the
// truth: bytes that may change under a name must not be kept for a year.
func nameCarriesHash(name string, body []byte) bool {
	m := hashInName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	sum := sha256.Sum256(body)
	return strings.HasPrefix(hex.EncodeToString(sum[:]), m[1])
}

func (a *asset) encodings() []string {
	names := make([]string, len(a.variants))
	for i, v := range a.variants {
		names[i] = v.encoding
	}
	return names
}

func (a *asset) variant(encoding string) variant {
	for _, v := range a.variants {
		if v.encoding == encoding {
			return v
		}
	}
	return a.variants[len(a.variants)-1]
}
