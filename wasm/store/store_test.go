package store

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
	"github.com/stretchr/testify/require"
)

func lasting(t *testing.T) *mem.FS {
	behind, err := mem.NewFS()
	require.NoError(t, err)
	return behind
}

func opened(t *testing.T, behind hackpadfs.FS, lost func(error)) *Store {
	s, err := New(fstest.MapFS{"05-lost-marker/en.md": {Data: []byte("text")}})
	require.NoError(t, err)
	if behind != nil {
		s.Attach(behind, lost)
	}
	return s
}

func TestWhatIsWrittenIsThereNextTime(t *testing.T) {
	behind := lasting(t)
	never := func(err error) { t.Errorf("lost: %v", err) }
	s := opened(t, behind, never)
	require.NoError(t, s.Write("home/mine/a.yaml", []byte("1")))
	require.NoError(t, s.Write("home/mine/a.yaml", []byte("2")))
	require.NoError(t, s.Write("home/b", nil))
	require.NoError(t, s.Write("home/c", []byte("gone soon")))
	require.NoError(t, s.Remove("home/c"))
	require.NoError(t, s.Settings().Keep("lang", "ja"))
	s.Flush()

	next := opened(t, behind, never)
	names, err := next.List("home")
	require.NoError(t, err)
	require.Equal(t, []string{".inflight/", "b", "mine/"}, names)
	data, err := next.Read("home/mine/a.yaml")
	require.NoError(t, err)
	require.Equal(t, "2", string(data))
	data, err = next.Read("home/b")
	require.NoError(t, err)
	require.Empty(t, data)
	_, err = next.Read("home/c")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.Equal(t, map[string]string{"lang": "ja"}, next.Settings().All())

	require.NoError(t, next.Remove("home/mine/a.yaml"))
	_, err = next.Read("home/mine/a.yaml")
	require.ErrorIs(t, err, fs.ErrNotExist, "removed here although it may still be behind")
	next.Flush()
	_, err = hackpadfs.ReadFile(behind, "mine/a.yaml")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// full fails every write, as a browser does whose quota is used up.
type full struct{ hackpadfs.FS }

func (full) OpenFile(name string, flag int, perm hackpadfs.FileMode) (hackpadfs.File, error) {
	return nil, errors.New("QuotaExceededError")
}

func TestAFullStorageIsToldOnceAndMemoryGoesOn(t *testing.T) {
	told := make(chan error, 2)
	s := opened(t, full{lasting(t)}, func(err error) { told <- err })
	require.NoError(t, s.Write("home/a", []byte("1")))
	require.ErrorContains(t, <-told, "QuotaExceededError")
	require.NoError(t, s.Write("home/b", []byte("2")))
	s.Flush()
	data, err := s.Read("home/b")
	require.NoError(t, err)
	require.Equal(t, "2", string(data))
	require.Empty(t, told)
}

func TestLessonsAndMountPointsAreNotForWriting(t *testing.T) {
	s := opened(t, nil, nil)
	data, err := s.Read("lessons/05-lost-marker/en.md")
	require.NoError(t, err)
	require.Equal(t, "text", string(data))
	names, err := s.List("lessons")
	require.NoError(t, err)
	require.Equal(t, []string{"05-lost-marker/"}, names)
	data, err = fs.ReadFile(s.Lessons(), "05-lost-marker/en.md")
	require.NoError(t, err)
	require.Equal(t, "text", string(data))
	entries, err := fs.ReadDir(s.Lessons(), ".")
	require.NoError(t, err)
	require.Len(t, entries, 1)
	without, err := New(nil)
	require.NoError(t, err)
	entries, err = fs.ReadDir(without.Lessons(), ".")
	require.NoError(t, err)
	require.Empty(t, entries)
	for _, name := range []string{"lessons/x", "home", "lessons", "x"} {
		require.ErrorIs(t, s.Write(name, nil), fs.ErrPermission, name)
		require.ErrorIs(t, s.Remove(name), fs.ErrPermission, name)
	}
	for _, name := range []string{"", ".", "/home/x", "home/../x", "home//x"} {
		require.ErrorIs(t, s.Write(name, nil), fs.ErrInvalid, name)
		_, err := s.Read(name)
		require.Error(t, err, name)
	}
}

func TestSettingsForgetAndSurviveOddValues(t *testing.T) {
	s := opened(t, nil, nil)
	k := s.Settings()
	require.NoError(t, k.Keep("scenario", "a=b\n\"日本\""))
	require.NoError(t, k.Keep("step", "12.3"))
	require.NoError(t, k.Keep("step", ""))
	require.Equal(t, map[string]string{"scenario": "a=b\n\"日本\""}, s.Settings().All())
	require.NoError(t, s.Write("home/.inflight/settings", []byte("not\nsettings=1\n")))
	require.Empty(t, s.Settings().All())
}
