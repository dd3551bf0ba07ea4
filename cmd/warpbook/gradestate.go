package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

// A gradeState is a directory of the points that are known: a file for each notebook, written whole, whose
// name follows from all that the points follow from. There is nothing to be repaired after a run was killed.
type gradeState struct {
	dir  string
	base []byte // of the names: program, source, limits
}

// openGradeState makes the directory, if it is not there.
func openGradeState(dir string, source []byte, limits string) (*gradeState, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil { // points are not everybody's
		return nil, err
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	program, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	h := sha256.New()
	if _, err := io.Copy(h, program); err != nil {
		return nil, err
	}
	fmt.Fprintf(h, "\n%d\n%s\n%s\n", len(source), source, limits)
	return &gradeState{dir, h.Sum(nil)}, nil
}

func (g *gradeState) path(text []byte) string {
	sum := sha256.Sum256(append(g.base[:len(g.base):len(g.base)], text...))
	return filepath.Join(g.dir, hex.EncodeToString(sum[:])+".json")
}

// load returns what became of a notebook; nil if that is not known.
func (g *gradeState) load(text []byte) *grading.Submission {
	if g == nil {
		return nil
	}
	data, err := os.ReadFile(g.path(text))
	if err != nil {
		return nil
	}
	s := new(grading.Submission)
	if json.Unmarshal(data, s) != nil || s.Status != grading.Graded {
		return nil
	}
	return s
}

// save keeps what became of a notebook.
func (g *gradeState) save(text []byte, s *grading.Submission) error {
	if g == nil {
		return nil
	}
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return notebook.ReplaceFile(g.path(text), data)
}
