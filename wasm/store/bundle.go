package store

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
)

// Bundle is the file system in a tar archive: the lessons as one file, from the site or from a page on disk.
func Bundle(archive []byte) (fs.FS, error) {
	files, err := mem.NewFS()
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the archive of lessons is damaged: %w", err)
		}
		name := path.Clean(h.Name)
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("the archive of lessons has a file %q outside of itself", h.Name)
		}
		if h.Typeflag != tar.TypeReg {
			continue // folders come with their files
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, fmt.Errorf("the archive of lessons is damaged at %s: %w", name, err)
		}
		if err := hackpadfs.MkdirAll(files, path.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := hackpadfs.WriteFullFile(files, name, data, 0o444); err != nil {
			return nil, err
		}
	}
}
