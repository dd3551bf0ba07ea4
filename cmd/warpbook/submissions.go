package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A submission is the notebook of a student.
type submission struct{ path, student string }

// findSubmissions lists the notebooks that arguments name; a directory stands for all below it.
func findSubmissions(args []string) ([]submission, error) {
	var paths []string
	for _, arg := range args {
		found := 0
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != arg:
				return fs.SkipDir
			case !d.IsDir() && (path == arg || filepath.Ext(path) == ".ipynb"):
				paths = append(paths, path)
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
	paths = slices.Compact(paths)
	if len(paths) == 0 {
		return nil, errors.New("no notebooks")
	}
	return named(paths), nil
}

// named finds out whose the notebooks are: by nbgrader's folders, submitted/STUDENT/ASSIGNMENT/NAME.ipynb,
// otherwise by the last part of the path that is different for all of them.
func named(paths []string) []submission {
	for _, student := range []func(parts []string) string{bySubmitted, fromEnd(1), fromEnd(2), fromEnd(3), whole} {
		all, seen := make([]submission, len(paths)), map[string]bool{}
		for i, path := range paths {
			parts := strings.Split(filepath.ToSlash(strings.TrimSuffix(path, filepath.Ext(path))), "/")
			all[i] = submission{path, student(parts)}
			seen[all[i].student] = true
		}
		if !seen[""] && len(seen) == len(paths) {
			return all
		}
	}
	panic("BUG: a path is there twice")
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
