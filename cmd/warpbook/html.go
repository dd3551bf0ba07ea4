package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	notebook "warpbook.dev/notebooks"
)

// html exports notebooks as they are.
func (c *call) html(args []string) int {
	flags := c.flags()
	dir := flags.String("o", "", "write the pages below `DIR`, in the folders that the notebooks do not share")
	paths, status, ok := c.parseMany(flags, args, "NOTEBOOK.ipynb")
	if !ok {
		return status
	}
	if filepath.Ext(*dir) == ".html" {
		return c.misuse("-o names a folder, got %s; without -o each page is written beside its notebook", *dir)
	}
	files, err := notebooksBelow(paths)
	if err != nil {
		return c.fail(err)
	}
	pages := pagesOf(files, *dir)
	if err := distinct(files, pages); err != nil {
		return c.fail(err)
	}
	failures := make([]error, len(files))
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range files {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			failures[i] = exportPage(files[i], pages[i])
		})
	}
	wait.Wait()
	for i, err := range failures {
		if err == nil {
			fmt.Fprintln(c.stdout, pages[i])
		}
	}
	if err := errors.Join(failures...); err != nil {
		return c.fail(err)
	}
	return exitOK
}

// exportPage writes the page of one notebook.
func exportPage(path, page string) error {
	nb, err := notebook.ReadFile(path)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(page), 0o777)
	}
	if err != nil {
		return err
	}
	return save(nb, path, "", page)
}

// notebooksBelow lists notebooks; a directory stands for all below it but for Jupyter's checkpoints.
func notebooksBelow(paths []string) (files []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		n := len(files)
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == ".ipynb_checkpoints":
				return fs.SkipDir
			case !d.IsDir() && filepath.Ext(p) == ".ipynb":
				files = append(files, p)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(files) == n {
			return nil, fmt.Errorf("%s has no notebooks below it", path)
		}
	}
	return files, nil
}

// pagesOf names the pages: beside the notebooks, or below dir, where those of a class whose
// files all have one name stay apart.
func pagesOf(files []string, dir string) []string {
	pages := make([]string, len(files))
	shared := sharedFolder(files)
	for i, f := range files {
		pages[i] = strings.TrimSuffix(f, filepath.Ext(f)) + ".html"
		if dir != "" {
			pages[i] = filepath.Join(dir, strings.TrimPrefix(filepath.Clean(pages[i]), shared))
		}
	}
	return pages
}

// sharedFolder is the beginning of all paths up to a separator.
func sharedFolder(files []string) string {
	shared := filepath.Dir(filepath.Clean(files[0])) + string(filepath.Separator)
	for _, f := range files {
		for f = filepath.Clean(f); shared != "" && !strings.HasPrefix(f, shared); {
			parent := strings.LastIndexByte(strings.TrimSuffix(shared, string(filepath.Separator)), filepath.Separator)
			shared = shared[:parent+1]
		}
	}
	return shared
}

// distinct refuses two notebooks with one page.
func distinct(files, pages []string) error {
	for i, p := range pages {
		if j := slices.Index(pages[:i], p); j >= 0 && filepath.Clean(files[i]) != filepath.Clean(files[j]) {
			return fmt.Errorf("%s and %s would both be written to %s", files[j], files[i], p)
		}
	}
	return nil
}
