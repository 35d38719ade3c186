package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// readTree reads the files below dir that keep wants, by slash-separated name.
// Names that start with a dot are left out.
func readTree(dir string, keep func(name string) bool) (map[string][]byte, error) {
	files := map[string][]byte{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return fs.SkipDir
		case strings.HasPrefix(d.Name(), ".") || d.IsDir() || !keep(name):
			return nil
		}
		files[name], err = fs.ReadFile(root, name)
		return err
	})
	return files, err
}

// write makes dir hold exactly files, and .keep. A file that is the same stays
// untouched; one that is not appears whole or not at all.
func write(dir string, files map[string][]byte) error {
	for _, name := range sortedNames(files) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, files[name]) {
			continue
		}
		if err := replaceFile(path, files[name], filepath.Dir(filepath.Clean(dir))); err != nil {
			return err
		}
	}
	old, err := readTree(dir, func(string) bool { return true })
	if err != nil {
		return err
	}
	for _, name := range sortedNames(old) {
		if files[name] == nil {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil && !os.IsNotExist(err) {
				return err
			}
		}
	}
	return nil
}

// replaceFile writes body to path by way of a new file in the folder aside, which
// must not be one that somebody reads as a whole, as a compiler does that embeds it.
func replaceFile(path string, body []byte, aside string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.MkdirAll(aside, 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(aside, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails after the rename, as it should
	_, err = tmp.Write(body)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func sortedNames(files map[string][]byte) []string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
