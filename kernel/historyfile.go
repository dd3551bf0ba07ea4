package kernel

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/uuid"
)

// A historyFile keeps the history over restarts: a JSON object in each line. Several
// kernels may append to it at the same time, each line in one write.
type historyFile struct {
	path    string
	session string // unique, since a number could be given twice
}

// A historyLine is a line of the file.
type historyLine struct {
	Session string `json:"session"`
	Count   int    `json:"count"`
	Input   string `json:"input"`
	Output  string `json:"output,omitempty"`
}

const (
	keptLines  = 10_000 // when the file has grown to twice as many
	mostOutput = 10_000 // bytes of a result's text that are kept
)

// RememberIn keeps the history in a file, from which it reads what earlier sessions
// left. It is called before Serve and returns before the file is read, which takes the
// longer the more cells it has; who needs the history waits. failed hears why the file
// can't be used; the history then lasts as long as the kernel.
func (k *Kernel) RememberIn(path string, failed func(error)) {
	h := k.history
	h.mu.Lock() // before Serve, so that no request comes before what is read
	go func() {
		err := h.open(path)
		h.mu.Unlock()
		if err != nil {
			failed(fmt.Errorf("kernel: history: %w", err))
		}
	}()
}

// open reads the file of an empty history; mu is held. Lines that can't be read are
// skipped: they cost nobody the others. After an error the history has no file.
func (h *history) open(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var entries []entry
	numbers := map[string]int{}
	var lines []historyLine
	for raw := range bytes.Lines(text) {
		var line historyLine
		if json.Unmarshal(raw, &line) != nil || line.Session == "" {
			continue
		}
		if numbers[line.Session] == 0 {
			numbers[line.Session] = len(numbers) + 1
		}
		lines = append(lines, line)
		entries = append(entries, entry{numbers[line.Session], line.Count, line.Input, line.Output})
	}
	file := &historyFile{path: path, session: uuid.NewString()}
	switch {
	case len(lines) > 2*keptLines:
		err = file.rewrite(lines[len(lines)-keptLines:])
	case len(text) > 0 && text[len(text)-1] != '\n': // whoever wrote it was stopped
		err = file.write([]byte("\n"))
	default:
		err = file.write(nil)
	}
	if err == nil {
		h.entries, h.session, h.file = entries, len(numbers)+1, file
	}
	return err
}

func (f *historyFile) append(count int, input, output string) error {
	output = output[:min(len(output), mostOutput)]
	line, err := json.Marshal(historyLine{f.session, count, input, output})
	if err != nil {
		return err
	}
	return f.write(append(line, '\n'))
}

// write appends in one piece. The file is opened anew, since another kernel may have
// shortened it.
func (f *historyFile) write(p []byte) error {
	w, err := os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = w.Write(p)
	return errors.Join(err, w.Close())
}

// rewrite replaces the file, whole.
func (f *historyFile) rewrite(lines []historyLine) error {
	w, err := os.CreateTemp(filepath.Dir(f.path), filepath.Base(f.path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(w.Name()) // fails once it is renamed
	buffered := bufio.NewWriter(w)
	encoder := json.NewEncoder(buffered)
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			w.Close()
			return err
		}
	}
	if err := errors.Join(buffered.Flush(), w.Close()); err != nil {
		return err
	}
	return os.Rename(w.Name(), f.path)
}
