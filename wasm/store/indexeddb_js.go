package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/indexeddb"
)

// ErrBlocked means that the browser did not open its storage in time: another tab may hold an older version of it.
var ErrBlocked = errors.New("blocked: the browser did not open its storage in time")

// OpenIndexedDB opens the browser's storage and proves that it can be written to. The caller has made sure that there
// is an indexedDB: go-indexeddb ends the program where there is none.
func OpenIndexedDB(name string, patience time.Duration) (_ hackpadfs.FS, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("denied: %v", r)
		}
		if err != nil && ctx.Err() != nil {
			err = ErrBlocked // go-indexeddb reports something else, or nothing, when its context ends
		}
	}()
	behind, err := indexeddb.NewFS(ctx, name, indexeddb.Options{})
	if err != nil {
		return nil, fmt.Errorf("denied: %w", err)
	}
	if ctx.Err() != nil {
		return nil, ErrBlocked
	}
	const probe = ".probe"
	if err := hackpadfs.WriteFullFile(behind, probe, []byte("inflight"), 0o644); err != nil {
		return nil, fmt.Errorf("denied: %w", err)
	}
	return behind, hackpadfs.Remove(behind, probe)
}
