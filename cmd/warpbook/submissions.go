package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

// A submission is the notebook of a student.
type submission struct {
	path, student string
	refused       error  // what is there instead of a file
	shared        string // with whom the file is shared by hard links; empty if it has one name
}

// findSubmissions lists the notebooks that arguments name; a directory stands for all below it. What is no regular file is
// listed too, as refused: it is a student's all the same, and whoever grades is told.
func findSubmissions(args []string, assignment string) ([]submission, error) {
	refused := map[string]error{}
	var paths []string
	var folders []submission // that are links
	for _, arg := range args {
		found := 0
		add := func(path string, err error) {
			if _, twice := refused[path]; !twice {
				paths = append(paths, path)
			}
			refused[path] = err
			found++
		}
		if len(args) == 1 && leadsToFolder(arg) { // the class's folder itself may be a link
			if real, err := filepath.EvalSymlinks(arg); err == nil {
				arg = real
			}
		}
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			notebook := path == arg || filepath.Ext(path) == ".ipynb"
			switch {
			case err != nil:
				return err
			case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != arg:
				return fs.SkipDir
			case d.IsDir():
			case notebook:
				add(path, refusal(d.Type()))
			case d.Type()&fs.ModeSymlink != 0 && leadsToFolder(path):
				folders = append(folders, submission{path: path, student: linked(arg, path), refused: refusal(d.Type())})
				found++
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if found == 0 {
			return nil, fmt.Errorf("%s: no notebook is below this directory", arg)
		}
	}
	slices.Sort(paths)
	if len(paths)+len(folders) == 0 {
		return nil, errors.New("no notebooks")
	}
	for _, path := range paths {
		if link := linkedFolder(path, paths); link != "" && refused[path] == nil {
			refused[path] = fmt.Errorf("%s is a symbolic link, which is not followed", link)
		}
	}
	all := named(paths, assignment)
	for i := range all {
		all[i].refused = refused[all[i].path]
	}
	share(all)
	all = append(all, folders...)
	for i := range all {
		all[i].student = grading.Printable(all[i].student)
	}
	return all, nil
}

// share notes whose files have several names. Such a file is graded: who of those that share it has written it, or has not written
// into it since, nobody can tell.
func share(all []submission) {
	type linked struct {
		of   *submission
		info fs.FileInfo
	}
	var several []linked
	for i := range all {
		if info, err := os.Lstat(all[i].path); err == nil && info.Mode().IsRegular() && names(info) > 1 {
			several = append(several, linked{&all[i], info})
		}
	}
	for _, one := range several {
		var others []string
		for _, other := range several {
			if other.of != one.of && os.SameFile(other.info, one.info) {
				others = append(others, grading.Printable(other.of.student))
			}
		}
		one.of.shared = fmt.Sprintf("the file has %d names (hard links); the others are not among these notebooks", names(one.info))
		if len(others) > 0 {
			one.of.shared = fmt.Sprintf("the file has %d names (hard links): it is the notebook of %s, too", names(one.info),
				strings.Join(others, ", "))
		}
	}
}

// refusal is the error for what is no regular file.
func refusal(kind fs.FileMode) error {
	what := ""
	switch {
	case kind.IsRegular():
		return nil
	case kind&fs.ModeSymlink != 0:
		what = "a symbolic link, which is not followed"
	case kind&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case kind&fs.ModeDevice != 0:
		what = "a device"
	case kind&fs.ModeSocket != 0:
		what = "a socket"
	case kind.IsDir():
		what = "a folder"
	default:
		what = "no regular file"
	}
	return fmt.Errorf("it is %s; only regular files are graded", what)
}

// leadsToFolder reports whether a link is one to a folder: a student's who has linked the folder of another one.
func leadsToFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// linked is the student who has made a link to a folder, of whom there may be nothing else: what the link is called, or the
// folder below the class's that it is in.
func linked(class, path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	if n := slices.Index(parts, "submitted"); n >= 0 && n+1 < len(parts) {
		return parts[n+1]
	}
	below, err := filepath.Rel(class, path)
	if err != nil {
		return filepath.Base(path)
	}
	first, _, _ := strings.Cut(filepath.ToSlash(below), "/")
	return first
}

// linkedFolder is the folder of a path, within the class's, that is a link. The class's folder is what the paths have in common,
// or the one named submitted. How a teacher comes to that folder is nobody's business.
func linkedFolder(path string, all []string) string {
	class := filepath.Dir(path)
	for _, other := range all {
		for class != filepath.Dir(class) && !strings.HasPrefix(other, class+string(filepath.Separator)) {
			class = filepath.Dir(class)
		}
	}
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == "submitted" {
			class = dir
		}
	}
	for dir := filepath.Dir(path); dir != class && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return dir
		}
	}
	return ""
}

// read returns the text of a submission. Nothing but a regular file is opened, and no more is read than a notebook may have.
func (s *submission) read() ([]byte, error) {
	if s.refused != nil {
		return nil, s.refused
	}
	info, err := os.Lstat(s.path)
	if err != nil {
		return nil, err
	}
	if err := refusal(info.Mode()); err != nil {
		return nil, err
	}
	f, err := openRegular(s.path) // even if it has become something else since
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := refusal(info.Mode()); err != nil {
		return nil, err
	}
	return notebook.ReadLimited(f)
}

// named finds out whose the notebooks are: by nbgrader's folders, submitted/STUDENT/ASSIGNMENT/NAME.ipynb,
// otherwise by the last part of the path that is different for all of them. One notebook alone is not named after the assignment
// if a folder above it can be the student's.
func named(paths []string, assignment string) []submission {
	if len(paths) == 0 {
		return nil
	}
	for _, student := range []func(parts []string) string{bySubmitted, fromEnd(1), fromEnd(2), fromEnd(3), whole} {
		all, seen := make([]submission, len(paths)), map[string]bool{}
		for i, path := range paths {
			parts := strings.Split(filepath.ToSlash(strings.TrimSuffix(path, filepath.Ext(path))), "/")
			all[i] = submission{path: path, student: student(parts)}
			if len(paths) == 1 {
				all[i].student = alone(parts, assignment, all[i].student)
			}
			seen[all[i].student] = true
		}
		if !seen[""] && len(seen) == len(paths) {
			return all
		}
	}
	panic("BUG: a path is there twice")
}

// alone is the name of the one student: that of the nearest folder that is not named after the assignment, if the file is. A
// teacher's own folders are no students'.
func alone(parts []string, assignment, name string) string {
	n := len(parts)
	nbgrader := n > 2 && parts[n-1] == parts[n-2]
	if name != parts[n-1] || name != assignment && !nbgrader {
		return name
	}
	for i := n - 2; i >= 0; i-- {
		switch folder := parts[i]; folder {
		case name:
			continue
		case "", ".", "..", "source", "release", "submission":
			return name
		default:
			return folder
		}
	}
	return name
}

// bySubmitted is the folder below submitted.
func bySubmitted(parts []string) string {
	if n := slices.Index(parts, "submitted"); n >= 0 && n+2 < len(parts) {
		return parts[n+1]
	}
	return ""
}

func fromEnd(n int) func(parts []string) string {
	return func(parts []string) string { return parts[max(0, len(parts)-n)] }
}

func whole(parts []string) string { return strings.Join(parts, "/") }
