package folder

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"time"
)

// Record is the file in which a folder with Remembers notes what programs have made beside the files of others. Programs neither
// read nor write it: its name begins with a dot.
const Record = ".warpbook-made"

// A stamp is how programs left a file. One that looks otherwise was changed by somebody else, who may want to keep it.
type stamp struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

func stampOf(info fs.FileInfo) stamp { return stamp{info.Size(), info.ModTime()} }

func (s stamp) of(info fs.FileInfo) bool {
	return info.Mode().IsRegular() && info.Size() == s.Size && info.ModTime().Equal(s.Modified)
}

// wasMade reports whether an earlier program has made a file, and nobody has changed it since.
func (f *Folder) wasMade(s *subject) bool {
	if !f.Remembers || !s.single || s.info == nil {
		return false
	}
	f.recalled.Do(func() {
		if root, err := os.OpenRoot(f.Dir); err == nil {
			defer root.Close()
			f.before = recall(root)
		}
	})
	left, known := f.before[s.name]
	return known && left.of(s.info)
}

// recall reads the record of a folder. What is no record is none: then all files are those of others.
func recall(root *os.Root) (files map[string]stamp) {
	p, err := look(root, Record)
	if err != nil || p.name != Record {
		return nil
	}
	file, err := openRegular(p, os.O_RDONLY)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MostWhole))
	if err != nil || json.Unmarshal(data, &files) != nil {
		return nil
	}
	return files
}

// Remember notes for later programs which files programs have made here. It is called when a program has ended and its files are
// closed. Without Remembers, and where nothing was made, it does nothing.
func (f *Folder) Remember() error {
	if !f.Remembers || !f.single() || len(f.whole) == 0 {
		return nil
	}
	root, err := os.OpenRoot(f.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	files := map[string]stamp{}
	for name, left := range recall(root) { // other programs may have ended in between
		if info, err := root.Lstat(name); err == nil && left.of(info) {
			files[name] = left
		}
	}
	for name := range f.whole {
		if info, err := root.Lstat(name); err == nil && info.Mode().IsRegular() {
			files[name] = stampOf(info)
		}
	}
	data, err := json.MarshalIndent(files, "", " ")
	if err != nil {
		return err
	}
	const half = Record + ".new"
	if err := root.Remove(half); err != nil && !os.IsNotExist(err) {
		return err
	}
	file, err := root.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(append(data, '\n'))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return root.Rename(half, Record)
}
