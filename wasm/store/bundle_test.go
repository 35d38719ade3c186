package store

import (
	"archive/tar"
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func archive(t *testing.T, files ...string) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	require.NoError(t, w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: "05-lost-marker/", Mode: 0o755}))
	for _, name := range files {
		require.NoError(t, w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(name)), Mode: 0o644}))
		_, err := w.Write([]byte(name))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestBundleIsMountedAndReadOnly(t *testing.T) {
	bundle, err := Bundle(archive(t, "05-lost-marker/en.md", "./catalog.yaml"))
	require.NoError(t, err)
	s, err := New(bundle)
	require.NoError(t, err)
	data, err := s.Read("lessons/05-lost-marker/en.md")
	require.NoError(t, err)
	require.Equal(t, "05-lost-marker/en.md", string(data))
	names, err := s.List("lessons")
	require.NoError(t, err)
	require.Equal(t, []string{"05-lost-marker/", "catalog.yaml"}, names)
	require.Error(t, s.Write("lessons/catalog.yaml", nil))
}

func TestDamagedBundles(t *testing.T) {
	_, err := Bundle(archive(t, "../x"))
	require.ErrorContains(t, err, `"../x" outside of itself`)
	whole := archive(t, "a")
	_, err = Bundle(whole[:700])
	require.ErrorContains(t, err, "damaged")
	_, err = Bundle([]byte("<!doctype html> this is no archive" + string(make([]byte, 600))))
	require.ErrorContains(t, err, "damaged")
}
