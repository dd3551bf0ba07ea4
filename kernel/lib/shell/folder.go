package shell

import (
	"fmt"
	"io/fs"
	"time"

	"warpbook.dev/gpumodel/folder"
)

// Commands reach the files that programs reach, by the same folder.
func (sh *Shell) files() *folder.Folder { return sh.library.Folder() }

// readFile is the text of a file.
func (sh *Shell) readFile(name string) (string, error) {
	text, err := sh.files().ReadFile(name, folder.MostWhole)
	return string(text), err
}

// writeFile replaces the text of a file.
func (sh *Shell) writeFile(name, text string) error { return sh.files().WriteFile(name, []byte(text)) }

// An entry is what ls tells of a file.
type entry struct {
	name, mode string
	size       int64
	dir        bool
	time       time.Time // of its last change
}

func entryOf(name string, info fs.FileInfo) entry {
	return entry{name, info.Mode().String(), info.Size(), info.IsDir(), info.ModTime()}
}

func (sh *Shell) stat(name string) (entry, error) {
	info, err := sh.files().Stat(name)
	if err != nil {
		return entry{}, err
	}
	return entryOf(name, info), nil
}

// readDir is what a directory has, in the order of the names.
func (sh *Shell) readDir(name string) (all []entry, err error) {
	entries, err := sh.files().ReadDir(name)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			all = append(all, entryOf(e.Name(), info))
		}
	}
	return all, err
}

// remove removes a file, with all also a directory and what is in it.
func (sh *Shell) remove(name string, all bool) error {
	e, err := sh.stat(name)
	switch {
	case err != nil:
		return err
	case all:
		return sh.files().RemoveAll(name)
	case e.dir:
		return fmt.Errorf("%s is a directory", name)
	}
	return sh.files().Remove(name)
}
