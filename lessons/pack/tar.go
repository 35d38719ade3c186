package pack

import (
	"archive/tar"
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// Tar writes the files as the archive that lesson.Open reads: ustar, in order of their names, without times and owners.
func Tar(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if len(name) > 100 {
			return nil, fmt.Errorf("%s: the name is longer than 100 bytes; shorten it", name)
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(files[name])), Mode: 0o644, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
