package store

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/hack-pad/hackpadfs"
)

// Attach lets the store read through to a file system that lasts, and write to it from now on. Its root is what home/
// is here. If a write fails, lost is told why, once, and the store goes on in memory.
func (s *Store) Attach(behind hackpadfs.FS, lost func(why error)) {
	s.mu.Lock()
	s.behind, s.lost = behind, lost
	s.mu.Unlock()
	go s.write()
	s.signal()
}

// Flush waits until all that was written before has arrived behind, or was lost.
func (s *Store) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.behind != nil && (len(s.waiting) > 0 || s.writing) {
		s.idle.Wait()
	}
}

// later notes what has to go behind; only the latest of each file does.
func (s *Store) later(name string, data []byte) {
	s.waiting[name] = data
	s.signal()
}

func (s *Store) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// write carries what waits to the storage, one file after the other.
func (s *Store) write() {
	for range s.wake {
		for {
			name, data, ok := s.next()
			if !ok {
				break
			}
			err := send(s.behind, strings.TrimPrefix(name, home+"/"), data)
			s.mu.Lock()
			s.writing = false
			s.idle.Broadcast()
			s.mu.Unlock()
			if err != nil {
				s.detach(err)
				return
			}
		}
	}
}

func (s *Store) next() (name string, data []byte, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := range s.waiting {
		if !ok || n < name {
			name, ok = n, true
		}
	}
	if ok {
		data = s.waiting[name]
		delete(s.waiting, name)
		s.writing = true
	}
	return name, data, ok
}

func (s *Store) detach(why error) {
	s.mu.Lock()
	lost := s.lost
	s.behind, s.lost = nil, nil
	s.idle.Broadcast()
	s.mu.Unlock()
	if lost != nil {
		lost(why)
	}
}

// draft is where a file is written before it takes its name: a page that ends in the middle of a write leaves the old
// content, not half of the new one.
const draft = ".draft"

func send(behind hackpadfs.FS, name string, data []byte) error {
	if data == nil {
		err := hackpadfs.Remove(behind, name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if dir := path.Dir(name); dir != "." {
		if err := hackpadfs.MkdirAll(behind, dir, 0o755); err != nil {
			return err
		}
	}
	if err := hackpadfs.WriteFullFile(behind, draft, data, 0o644); err != nil {
		return err
	}
	return hackpadfs.Rename(behind, draft, name)
}
