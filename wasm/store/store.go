// Package store is the page's file system: home/ holds the user's files, lessons/ what comes with the page. What is
// written is in memory at once and goes to the browser's storage behind the caller's back; where there is no such
// storage, or it fails, the page goes on in memory and is told why.
package store

import (
	"errors"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
	"github.com/hack-pad/hackpadfs/mount"
)

const (
	home    = "home"
	lessons = "lessons"
)

// Store is the mounted tree. Reads may wait for the browser's storage; on the page they belong in a goroutine of their
// own, never in a callback from JavaScript.
type Store struct {
	tree *mount.FS

	mu      sync.Mutex
	behind  hackpadfs.FS      // nil: memory only
	lost    func(why error)   // told once, when behind fails
	gone    map[string]bool   // removed here, perhaps still behind
	waiting map[string][]byte // to be written behind; nil data is a removal
	wake    chan struct{}
	idle    *sync.Cond // waiting is empty and nothing is being written
	writing bool
}

// New is a store in memory, with the lessons mounted read-only (nil: without any).
func New(bundle fs.FS) (*Store, error) {
	root, err := mem.NewFS()
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{home, lessons} {
		if err := root.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
	}
	tree, err := mount.NewFS(root)
	if err != nil {
		return nil, err
	}
	if bundle != nil {
		if err := tree.AddMount(lessons, bundle); err != nil {
			return nil, err
		}
	}
	s := &Store{tree: tree, gone: map[string]bool{}, waiting: map[string][]byte{}, wake: make(chan struct{}, 1)}
	s.idle = sync.NewCond(&s.mu)
	return s, nil
}

// Lessons is what is mounted at lessons/; an empty folder if nothing is.
func (s *Store) Lessons() fs.FS {
	sub, err := fs.Sub(s.tree, lessons)
	if err != nil {
		panic(err) // the folder is there
	}
	return sub
}

// Read returns a file's content.
func (s *Store) Read(name string) ([]byte, error) {
	if err := valid("read", name); err != nil {
		return nil, err
	}
	data, err := hackpadfs.ReadFile(s.tree, name)
	inside, mine := strings.CutPrefix(name, home+"/")
	if err == nil || !mine {
		return data, err
	}
	s.mu.Lock()
	behind, removed := s.behind, s.gone[name]
	s.mu.Unlock()
	if behind == nil || removed {
		return nil, err
	}
	if data, err = hackpadfs.ReadFile(behind, inside); err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if pending, ok := s.waiting[name]; ok && pending != nil {
		return pending, nil // written while we waited
	}
	return data, s.put(name, data)
}

// Write replaces a file below home/.
func (s *Store) Write(name string, data []byte) error {
	if err := owned("write", name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.put(name, data); err != nil {
		return err
	}
	delete(s.gone, name)
	s.later(name, append(make([]byte, 0, len(data)+1), data...))
	return nil
}

// Remove deletes a file below home/; it is no error if there is none.
func (s *Store) Remove(name string) error {
	if err := owned("remove", name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := hackpadfs.Remove(s.tree, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.gone[name] = true
	s.later(name, nil)
	return nil
}

// List returns the names in a folder, sorted; those of folders end in a slash.
func (s *Store) List(dir string) ([]string, error) {
	if err := valid("list", dir); err != nil {
		return nil, err
	}
	s.mu.Lock()
	behind := s.behind
	s.mu.Unlock()
	names := map[string]bool{}
	entries, err := hackpadfs.ReadDir(s.tree, dir)
	for _, e := range entries {
		names[entryName(e)] = true
	}
	if inside, mine := cutHome(dir); mine && behind != nil {
		stored, errBehind := hackpadfs.ReadDir(behind, inside)
		if errBehind == nil {
			err = nil
		}
		s.mu.Lock()
		for _, e := range stored {
			if e.Name() != draft && !s.gone[path.Join(dir, e.Name())] {
				names[entryName(e)] = true
			}
		}
		s.mu.Unlock()
	}
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	sort.Strings(list)
	return list, err
}

func entryName(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}

func cutHome(dir string) (inside string, mine bool) {
	if dir == home {
		return ".", true
	}
	return strings.CutPrefix(dir, home+"/")
}

// put writes into memory.
func (s *Store) put(name string, data []byte) error {
	if err := hackpadfs.MkdirAll(s.tree, path.Dir(name), 0o755); err != nil {
		return err
	}
	return hackpadfs.WriteFullFile(s.tree, name, data, 0o644)
}

func valid(op, name string) error {
	if !fs.ValidPath(name) || name == "." {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return nil
}

func owned(op, name string) error {
	if err := valid(op, name); err != nil {
		return err
	}
	if !strings.HasPrefix(name, home+"/") {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrPermission} // lessons and mount points are not for writing
	}
	return nil
}
