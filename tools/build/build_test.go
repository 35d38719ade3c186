package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"
)

func text(files map[string][]byte) map[string]string {
	s := map[string]string{}
	for name, body := range files {
		s[name] = string(body)
	}
	return s
}

func bin(files map[string]string) map[string][]byte {
	b := map[string][]byte{}
	for name, body := range files {
		b[name] = []byte(body)
	}
	return b
}

var hash = regexp.MustCompile(`\.[0-9a-f]{10}\.`)

func TestHashNames(t *testing.T) {
	site := map[string]string{
		"index.html":      `<link href="app.css"><script src=js/main.js></script><script src="js/main.js"></script><html data-wasm="app.wasm" data-x="other.css"><a href="help.html">app.css`,
		"help.html":       `<a href='index.html'>`,
		"app.css":         `@import "more.css"; a { background: url(icons/a.svg#red) url("./icons/a.svg?x") }`,
		"more.css":        `b {}`,
		"js/main.js":      `import "./part.js"; fetch("../app.wasm"); fetch("/app.css")`,
		"js/part.js":      `"part"`,
		"icons/a.svg":     `<svg/>`,
		"app.wasm":        "\x00asm \"app.css\"",
		"sw.js":           `"app.css"`,
		"lessons/05.json": `{"a": "../app.css"}`,
	}
	out, err := hashNames(bin(site))
	require.NoError(t, err)
	require.Len(t, out, len(site))
	plainNames := map[string]string{}
	for name, body := range text(out) {
		plainNames[hash.ReplaceAllString(name, ".")] = hash.ReplaceAllString(body, ".")
		require.Equal(t, plain(name), !hash.MatchString(name), name)
	}
	require.Equal(t, site, plainNames, "nothing but hashes was added")

	html := string(out["index.html"])
	require.Regexp(t, `<link href="app\.[0-9a-f]{10}\.css">`, html)
	require.Regexp(t, `src="js/main\.[0-9a-f]{10}\.js"`, html)
	require.Regexp(t, `data-wasm="app\.[0-9a-f]{10}\.wasm"`, html)
	require.Contains(t, html, `<a href="help.html">app.css`, "pages keep their names, text is no reference")
	for name, body := range text(out) {
		switch hash.ReplaceAllString(name, ".") {
		case "js/main.js":
			require.Regexp(t, `import "\./part\.[0-9a-f]{10}\.js"; fetch\("\.\./app\.[0-9a-f]{10}\.wasm"\); fetch\("/app\.css"\)`, body)
		case "app.css":
			require.Regexp(t, `url\(icons/a\.[0-9a-f]{10}\.svg#red\) url\("\./icons/a\.[0-9a-f]{10}\.svg\?x"\)`, body)
		case "sw.js":
			require.Equal(t, "sw.js", name)
			require.Regexp(t, hash, body)
		}
	}
}

func TestHashFollowsReferences(t *testing.T) {
	name := func(leaf string) string {
		out, err := hashNames(bin(map[string]string{"a.css": `@import "b.css"`, "b.css": leaf}))
		require.NoError(t, err)
		for n := range out {
			if n[0] == 'a' {
				return n
			}
		}
		return ""
	}
	require.NotEqual(t, name("one"), name("two"), "who refers to a changed file changes with it")
	require.Equal(t, name("one"), name("one"))

	_, err := hashNames(bin(map[string]string{"a.js": `import "./b.js"`, "b.js": `import "./a.js"`}))
	require.ErrorContains(t, err, "refers to itself")
}

func TestCompressAll(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	long := bytes.Repeat([]byte("inflight "), 1000)
	files := map[string][]byte{"a.css": long, "tiny.js": []byte("x"), "b.png": long}
	p, err := compressAll(files, cache)
	require.NoError(t, err)
	require.Equal(t, []string{"a.css", "a.css.br", "a.css.gz", "b.png", "tiny.js"}, sortedNames(p.files),
		"what does not shrink stays alone")

	br, err := io.ReadAll(brotli.NewReader(bytes.NewReader(p.files["a.css.br"])))
	require.NoError(t, err)
	require.Equal(t, long, br)
	r, err := gzip.NewReader(bytes.NewReader(p.files["a.css.gz"]))
	require.NoError(t, err)
	gz, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, long, gz)

	kept := filepath.Join(cache, cacheKey(long)+".br")
	require.NoError(t, os.WriteFile(kept, []byte("from the cache"), 0o644))
	p, err = compressAll(files, cache)
	require.NoError(t, err)
	require.Equal(t, "from the cache", string(p.files["a.css.br"]), "nothing is compressed twice")
	_, err = compressAll(map[string][]byte{}, cache)
	require.NoError(t, err)
	require.NoFileExists(t, kept, "what is of no use any more goes")

	w := weigh(packed{plain: files, files: p.files})
	require.Equal(t, weight{"all", 3, 18001, w[len(w)-1].gzip, 14 + 1 + 9000}, w[len(w)-1])
	require.Equal(t, "our JavaScript", w[0].part)
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	read := func() map[string]string {
		files, err := readTree(dir, func(string) bool { return true })
		require.NoError(t, err)
		return text(files)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".keep"), nil, 0o644))
	first := map[string]string{"index.html": "a", "sub/b.css": "b", "old.js": "old"}
	require.NoError(t, write(dir, bin(first)))
	require.Equal(t, first, read())
	before, err := os.Stat(filepath.Join(dir, "index.html"))
	require.NoError(t, err)

	second := map[string]string{"index.html": "a", "sub/b.css": "new"}
	require.NoError(t, write(dir, bin(second)))
	require.Equal(t, second, read(), "old files are gone, changed ones are new")
	after, err := os.Stat(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after), "what is the same was not touched")
	require.FileExists(t, filepath.Join(dir, ".keep"))
}

// module builds a WebAssembly module with one import and the given functions.
func module(names map[int]string, sizes []int) []byte {
	section := func(id byte, body []byte) []byte {
		return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
	}
	name := func(s string) []byte { return append(binary.AppendUvarint(nil, uint64(len(s))), s...) }
	imports := bytes.Join([][]byte{{1}, name("go"), name("debug"), {0, 0}}, nil)
	code := []byte{byte(len(sizes))}
	for _, n := range sizes {
		code = append(binary.AppendUvarint(code, uint64(n)), make([]byte, n)...)
	}
	table := []byte{byte(len(names))}
	for i := 1; i <= len(names); i++ {
		table = append(append(table, byte(i)), name(names[i])...)
	}
	return bytes.Join([][]byte{[]byte("\x00asm\x01\x00\x00\x00"), section(2, imports), section(10, code),
		section(11, make([]byte, 50)), section(0, append(name("name"), section(1, table)...))}, nil)
}

func TestMeasureAndAttribute(t *testing.T) {
	m := module(map[int]string{
		1: "runtime.mallocgc", 2: "inflight_engine_queue.__Queue_.Pop", 3: "inflight_engine_queue.__Queue_.Pop.func1",
		4: "go.yaml.in_yaml_v3.Unmarshal", 5: "main.main", 6: "type__.eq.struct", 7: "fmt.Sprintf",
	}, []int{10, 20, 30, 40, 50, 60, 700})
	sizes, err := measureWASM(m)
	require.NoError(t, err)
	require.Equal(t, 30, sizes.functions["inflight_engine_queue.__Queue_.Pop.func1"])
	require.Equal(t, 50, sizes.data)
	byGroup, byPackage := attribute(sizes, []string{"runtime", "inflight/engine", "inflight/engine/queue", "go.yaml.in/yaml/v3", "inflight/wasm", "fmt"})
	require.Equal(t, []share{
		{"standard library", 700}, {"made by the compiler", 60}, {"ours: engine", 50}, {"ours: page (wasm/…)", 50},
		{"yaml.v3", 40}, {"Go runtime", 10},
	}, byGroup)
	require.Equal(t, share{"fmt", 700}, byPackage[0])
	require.Contains(t, byPackage, share{"inflight/engine/queue", 50})

	_, err = measureWASM(module(nil, []int{1}))
	require.ErrorContains(t, err, "link it without -s")
	_, err = measureWASM([]byte("<!doctype html>"))
	require.ErrorContains(t, err, "not a WebAssembly module")
	for n := range m { // cut anywhere, it is an error or a smaller module, never a panic
		measureWASM(m[:n])
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1012978: "1,012,978"} {
		require.Equal(t, want, thousands(n))
	}
}

func TestFillBytes(t *testing.T) {
	files := bin(map[string]string{"app.wasm": "12345"})
	got, err := fillBytes([]byte(`<html data-app="app.wasm" data-app-bytes="0" data-x="0">`), files)
	require.NoError(t, err)
	require.Equal(t, `<html data-app="app.wasm" data-app-bytes="5" data-x="0">`, string(got))
	_, err = fillBytes([]byte(`<html data-app="other.wasm" data-app-bytes="0">`), files)
	require.ErrorContains(t, err, "data-app-bytes stands without")
}

func TestCheckLinks(t *testing.T) {
	files := func(html string) map[string][]byte {
		return bin(map[string]string{"sub/a.html": html, "app.css": "", "sub/b.js": ""})
	}
	for _, good := range []string{`<link href="../app.css">`, `<script src=b.js></script>`, `<link href="data:,">`, `<a href="#top">`, `<html data-lang="en">`} {
		require.NoError(t, checkLinks(files(good)), good)
	}
	require.ErrorContains(t, checkLinks(files(`<link href="app.css">`)), "web/sub/a.html refers to app.css, which is not there")
	require.ErrorContains(t, checkLinks(files(`<html data-app='x.wasm' lang>`)), "refers to x.wasm")
	require.ErrorContains(t, checkLinks(files(`<script src=/b.js>`)), "relative to the page")
}
