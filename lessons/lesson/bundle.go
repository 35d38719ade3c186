package lesson

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
)

// BundleName is the file of the page that holds the lessons: a tar archive of plain files, as package pack writes it.
const BundleName = "lessons.tar"

const tarBlock = 512

// Open makes a file system of a bundle's bytes. It reads the one kind of archive that package pack writes (ustar, plain
// files with short names), which spares the page the rest of archive/tar.
func Open(tar []byte) (fs.FS, error) {
	tree, err := mem.NewFS()
	if err != nil {
		return nil, err
	}
	for at := 0; at+tarBlock <= len(tar); {
		header := tar[at : at+tarBlock]
		name := cString(header[0:100])
		if name == "" {
			return tree, nil // two empty blocks end an archive
		}
		size, err := strconv.ParseInt(strings.TrimSpace(cString(header[124:136])), 8, 64)
		start := at + tarBlock
		if err != nil || cString(header[257:262]) != "ustar" || header[156] != '0' || !fs.ValidPath(name) || size < 0 || int64(len(tar)-start) < size {
			return nil, fmt.Errorf("the lessons are damaged at byte %d; build the page again", at)
		}
		if err := tree.MkdirAll(path.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := hackpadfs.WriteFullFile(tree, name, tar[start:start+int(size)], 0o644); err != nil {
			return nil, err
		}
		at = start + (int(size)+tarBlock-1)/tarBlock*tarBlock
	}
	return nil, fmt.Errorf("the lessons end too early, after %d bytes; load the page again", len(tar))
}

func cString(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return s
}
