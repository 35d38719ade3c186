package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// packed is the page with the encodings of its files beside them.
type packed struct {
	plain map[string][]byte // without the encodings
	files map[string][]byte // with them, as name.br and name.gz
}

// compressible are the endings of files that shrink.
var compressible = map[string]bool{
	".css": true, ".html": true, ".ico": true, ".js": true, ".json": true, ".md": true, ".svg": true,
	".tar": true, ".txt": true, ".wasm": true, ".webmanifest": true, ".yaml": true,
}

var encoders = []struct {
	ending string
	encode func([]byte) ([]byte, error)
}{{".br", encodeBrotli}, {".gz", encodeGzip}}

// compressAll packs as hard as the formats allow; it happens once per content.
func compressAll(files map[string][]byte, cache string) (packed, error) {
	p := packed{plain: files, files: map[string][]byte{}}
	used := map[string]bool{}
	var (
		mu     sync.Mutex
		failed error
		group  sync.WaitGroup
		slots  = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for _, name := range sortedNames(files) {
		p.files[name] = files[name]
		if !compressible[path.Ext(name)] {
			continue
		}
		for _, e := range encoders {
			key := cacheKey(files[name]) + e.ending
			used[key] = true
			group.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				body, err := cached(filepath.Join(cache, key), func() ([]byte, error) { return e.encode(files[name]) })
				mu.Lock()
				defer mu.Unlock()
				if err != nil && failed == nil {
					failed = err
				}
				if len(body) < len(files[name]) {
					p.files[name+e.ending] = body
				}
			})
		}
	}
	group.Wait()
	if failed != nil {
		return p, failed
	}
	return p, prune(cache, used)
}

func cacheKey(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:16])
}

func cached(file string, encode func() ([]byte, error)) ([]byte, error) {
	if body, err := os.ReadFile(file); err == nil {
		return body, nil
	}
	body, err := encode()
	if err != nil {
		return nil, err
	}
	return body, replaceFile(file, body, filepath.Dir(file))
}

// prune removes from the cache what this build had no use for.
func prune(cache string, used map[string]bool) error {
	entries, err := os.ReadDir(cache)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, e := range entries {
		if !used[e.Name()] && !strings.HasPrefix(e.Name(), ".new-") { // another build's, perhaps
			if err := os.Remove(filepath.Join(cache, e.Name())); err != nil && !os.IsNotExist(err) {
				return err
			}
		}
	}
	return nil
}

func encodeBrotli(body []byte) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: 11, LGWin: 24})
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

func encodeGzip(body []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
