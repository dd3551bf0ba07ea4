package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// greenFile lists the trees that .ci/run has passed, a line each; .ci/run writes it.
func greenFile() (string, error) {
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(home, ".cache")
	}
	return filepath.Join(cache, "warpbook-ci", "green"), nil
}

// passedBefore reports whether .ci/run has passed what the working tree holds.
func passedBefore() (tree string, ok bool) {
	if changes, err := output("git", "status", "--porcelain"); err != nil || changes != "" {
		return "", false
	}
	tree, err := output("git", "rev-parse", "HEAD^{tree}")
	if err != nil {
		return "", false
	}
	name, err := greenFile()
	if err != nil {
		return tree, false
	}
	f, err := os.Open(name)
	if err != nil {
		return tree, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.TrimSpace(lines.Text()) == tree {
			return tree, true
		}
	}
	return tree, false
}

// seed changes with the commit: tests of samples (tier.Sample) choose by it. WARPBOOK_SEED sets another.
func seed() string {
	if s := os.Getenv("WARPBOOK_SEED"); s != "" {
		return s
	}
	commit, err := output("git", "rev-parse", "--short=8", "HEAD")
	if err != nil {
		return "1"
	}
	n, err := strconv.ParseUint(commit[:min(8, len(commit))], 16, 64)
	if err != nil {
		return "1"
	}
	return strconv.FormatUint(n, 10)
}
