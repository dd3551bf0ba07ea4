package kernel

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/shirou/gopsutil/v4/process"

	"warpbook.dev/internal/bytesize"
)

// OutputLimits bound the text of a cell.
type OutputLimits struct {
	Shown int64  // bytes of one cell that are shown; the rest is only in a file
	Kept  int64  // bytes in the files of this kernel
	Dir   string // below which the files are
}

// A spool keeps what cells print, in files that live as long as the kernel. When they
// become too many bytes, the files of earlier cells go first.
type spool struct {
	limits OutputLimits

	mu    sync.Mutex
	dir   string // of this kernel; made for the first file
	files []*spoolFile
	total int64
}

// A spoolFile is what one cell has printed.
type spoolFile struct {
	spool *spool
	name  string
	f     *os.File
	w     *bufio.Writer
	size  int64
	done  bool // its cell has ended
}

// LimitOutput bounds the text that a cell shows, and keeps the whole of a longer one
// in a file. Without it all is shown. It is called before Serve.
func (k *Kernel) LimitOutput(l OutputLimits) {
	k.spool = &spool{limits: l}
	go k.spool.removeLeft() // may be gigabytes
}

const spoolPrefix = "kernel-"

// removeLeft removes what kernels left that were killed.
func (s *spool) removeLeft() {
	entries, _ := os.ReadDir(s.limits.Dir)
	for _, e := range entries {
		pid, _, _ := strings.Cut(strings.TrimPrefix(e.Name(), spoolPrefix), "-")
		n, err := strconv.ParseInt(pid, 10, 32)
		if err != nil || !strings.HasPrefix(e.Name(), spoolPrefix) {
			continue
		}
		if alive, err := process.PidExists(int32(n)); err == nil && !alive {
			os.RemoveAll(filepath.Join(s.limits.Dir, e.Name()))
		}
	}
}

// close removes the files.
func (s *spool) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}

// create makes the file of a cell, which only the user can read.
func (s *spool) create(count int) (*spoolFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		if err := os.MkdirAll(s.limits.Dir, 0o700); err != nil {
			return nil, err
		}
		dir, err := os.MkdirTemp(s.limits.Dir, fmt.Sprint(spoolPrefix, os.Getpid(), "-")) // mode 0700
		if err != nil {
			return nil, err
		}
		s.dir = dir
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("cell-%d.txt", count)
		if n > 1 {
			name = fmt.Sprintf("cell-%d-%d.txt", count, n)
		}
		f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		file := &spoolFile{spool: s, name: f.Name(), f: f, w: bufio.NewWriterSize(f, 64<<10)}
		s.files = append(s.files, file)
		return file, nil
	}
}

// write fails with an OutputError when there is no room, and has then written nothing.
func (f *spoolFile) write(text string) error {
	if err := f.spool.reserve(f, int64(len(text))); err != nil {
		return err
	}
	_, err := f.w.WriteString(text)
	return err
}

// reserve makes room for n bytes more of a file.
func (s *spool) reserve(f *spoolFile, n int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := 0; i < len(s.files) && s.total+n > s.limits.Kept; {
		if old := s.files[i]; old.done {
			s.remove(i)
		} else {
			i++
		}
	}
	if s.total+n > s.limits.Kept {
		return &OutputError{fmt.Sprintf("printed output may take %s in files; earlier output is in %s", bytesize.Text(s.limits.Kept), f.name)}
	}
	f.size += n
	s.total += n
	return nil
}

// remove forgets and deletes a file. The mutex is held.
func (s *spool) remove(i int) {
	f := s.files[i]
	s.files = append(s.files[:i], s.files[i+1:]...)
	s.total -= f.size
	os.Remove(f.name)
}

// end closes a file, and deletes it unless it is to be kept.
func (f *spoolFile) end(keep bool) {
	f.w.Flush()
	f.f.Close()
	s := f.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	f.done = true
	for i := range s.files {
		if s.files[i] == f && !keep {
			s.remove(i)
			return
		}
	}
}

// An OutputError ends a cell that prints more than can be kept.
type OutputError struct{ why string }

func (e *OutputError) Error() string   { return e.why }
func (*OutputError) ErrorName() string { return "OutputError" }
