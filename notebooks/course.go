package notebook

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Course has the first steps, the lessons, the examples and the assignments as they are handed out, with the names that their links use.
//
//go:embed *.ipynb examples/*.cu examples/programs/*.cu assignments/release
var Course embed.FS

// CopyCourse writes the files of Course below a folder, which it makes if it is not there. A file that is there stays as it is: it may
// hold somebody's work. kept are the names of those, with slashes.
func CopyCourse(dir string) (kept []string, err error) {
	err = fs.WalkDir(Course, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if entry.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		data, err := Course.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			kept = append(kept, name)
			return nil
		}
		if err != nil {
			return err
		}
		_, err = file.Write(data)
		return errors.Join(err, file.Close())
	})
	return kept, err
}
