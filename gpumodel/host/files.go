package host

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/bits"
	"path"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/internal/bytesize"
)

// A file is what a FILE* stands for: a file that the program has opened, or one of the three that it begins with.
type file struct {
	in     reader // nil of one that is only written
	out    io.Writer
	file   *folder.File // nil of the three
	ended  bool         // a read has come to the end
	failed bool
	closed int // the line of the fclose, 0 if there was none
}

// A reader is what is read from byte by byte or in pieces.
type reader interface {
	io.Reader
	io.ByteScanner
}

// ReadByte reads a byte.
func (s *file) ReadByte() (byte, error) {
	b, err := s.in.ReadByte()
	s.ended = s.ended || errors.Is(err, io.EOF)
	return b, err
}

// UnreadByte takes the last byte back.
func (s *file) UnreadByte() error {
	s.ended = false
	return s.in.UnreadByte()
}

const (
	// standardStreams have the numbers below it.
	standardStreams = 3
	// mostOpen is how many files a program has open at the most.
	mostOpen = 250
	// closedKept is how many FILEs that were closed are not given to other files, so that their use can be told.
	closedKept = 256
)

// A Written is a file that a program has written.
type Written struct {
	Name  string
	Bytes int64
}

// FileNames are the names of the files that the program has written.
func (r *Run) FileNames() (names []string) {
	for _, w := range r.Files {
		names = append(names, w.Name)
	}
	return names
}

// WrittenText lists files with their sizes, for a reader; "" if there are none.
func (r *Run) WrittenText() string {
	const most = 8
	var names []string
	for i, w := range r.Files {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(r.Files)-most))
			break
		}
		names = append(names, fmt.Sprintf("%s (%s)", shownName(w.Name), bytesize.Text(w.Bytes)))
	}
	return strings.Join(names, ", ")
}

// shownName is a name as it is, or quoted if it has characters that would change what the reader sees.
func shownName(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}

// noFile notes why a call about a file fails, for errno. What was refused is told.
func (x *process) noFile(c *scalar.Call, name string, err error) {
	x.errno = folder.Errno(err)
	if e := (*folder.Error)(nil); errors.As(err, &e) && e.Refused {
		x.finds(HostError, "line %d: %s of %q: %s", c.Line, c.Name, name, e.Why)
	}
}

// open is fopen.
func (x *process) open(c *scalar.Call) uint64 {
	f := x.opened(c)
	if f == nil {
		return 0
	}
	return x.newFile(f, c.Line)
}

// reopen is freopen: its FILE* stands for another file, also if that was one of the three that a program begins with.
func (x *process) reopen(c *scalar.Call) (uint64, error) {
	at := c.Args[2]
	word, ok := x.heap.memory.Bytes(at, 4)
	if !ok {
		return 0, x.fault(c, at, false)
	}
	old, err := x.fileAt(c, at)
	if err != nil {
		return 0, err
	}
	if old != nil && old.file != nil {
		if err := x.went(c, old, x.shut(old, c.Line)); err != nil {
			return 0, err
		}
	}
	f := x.opened(c)
	if f == nil {
		return 0, nil
	}
	if n := int(memory.Word(word, 4)); n < standardStreams {
		x.standard[n] = f
		x.files = append(x.files, f) // it is closed at the end
	} else {
		x.files[n-standardStreams] = f
	}
	return at, nil
}

// opened is a file that a call opens by its first two arguments; nil, with errno, if that fails.
func (x *process) opened(c *scalar.Call) *file {
	name, text := x.heap.text(c.Args[0]), x.heap.text(c.Args[1])
	mode, ok := folder.ParseMode(text)
	switch {
	case !ok:
		x.errno = folder.EINVAL
		x.finds(HostError, "line %d: %s of %q: the mode is %q, and begins with none of r, w and a", c.Line, c.Name, name, text)
		return nil
	case x.opens >= mostOpen:
		x.errno = folder.EMFILE
		x.finds(HostError, "line %d: %s of %q: %d files are open, and a program may have no more: fclose closes them", c.Line, c.Name, name, mostOpen)
		return nil
	case !x.heap.takes(folder.BufferBytes):
		x.errno = folder.ENOMEM
		return nil
	}
	opened, err := x.openFile(name, mode)
	if err != nil {
		x.heap.held -= folder.BufferBytes
		x.noFile(c, name, err)
		return nil
	}
	s := &file{file: opened}
	if mode.Reads {
		s.in = opened
	}
	if mode.Writes {
		s.out = opened
		if !slices.Contains(x.written, opened.Name) {
			x.written = append(x.written, opened.Name)
		}
	}
	x.opens++
	return s
}

// openFile opens a file below the program's directory, or what nvcc would have made.
func (x *process) openFile(name string, mode folder.Mode) (*folder.File, error) {
	if !mode.Writes && slices.Contains(compilerFiles, path.Ext(name)) {
		data, err := x.readBelow(name)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			if text, ok := x.madeByCompiler(name, data); ok {
				return folder.Text(name, text), nil
			}
		}
	}
	return x.folder().OpenFile(x.ctx, x.at(name), mode)
}

// at is a name of the program's as the folder has it.
func (x *process) at(name string) string {
	if rest, ok := strings.CutPrefix(name, x.Home+"/"); ok && x.Home != "" {
		return rest
	}
	if x.Dir == "" || name == "" || path.IsAbs(name) {
		return name
	}
	at := path.Join(x.Dir, name)
	if strings.HasSuffix(name, "/") { // it must be a directory
		at += "/"
	}
	return at
}

// folder is what the program reaches of the computer's files.
func (x *process) folder() *folder.Folder {
	if x.Folder == nil {
		return &folder.Folder{}
	}
	return x.Folder
}

// readBelow is the content of a file below the program's directory.
func (x *process) readBelow(name string) ([]byte, error) {
	return x.folder().ReadFile(x.at(name), min(folder.MostWhole, int64(x.heap.room())))
}

// newFile is the address of a FILE for a stream.
func (x *process) newFile(s *file, line int) uint64 {
	var at uint64
	if len(x.closedFiles) > closedKept {
		at, x.closedFiles = x.closedFiles[0], x.closedFiles[1:]
		word, _ := x.heap.memory.Bytes(at, 4)
		x.files[memory.Word(word, 4)-standardStreams] = s
		return at
	}
	if at = x.heap.alloc(4, line); at == 0 {
		x.errno = folder.ENOMEM
		return 0
	}
	x.files = append(x.files, s)
	word, _ := x.heap.memory.Bytes(at, 4)
	memory.PutWord(word, 4, uint64(len(x.files)-1+standardStreams))
	return at
}

// fileAt is what a FILE* stands for; nil, with errno, for one that was closed. The error is that of an address that is no FILE*.
func (x *process) fileAt(c *scalar.Call, at uint64) (*file, error) {
	word, ok := x.heap.memory.Bytes(at, 4)
	if !ok {
		return nil, x.fault(c, at, false)
	}
	n := int(int32(memory.Word(word, 4)))
	switch {
	case n < 0 || n-standardStreams >= len(x.files):
		return nil, x.fault(c, at, false)
	case n < standardStreams:
		return x.unclosed(c, x.standardFile(n)), nil
	}
	return x.unclosed(c, x.files[n-standardStreams]), nil
}

// unclosed is a file, or nil, with errno, if it was closed.
func (x *process) unclosed(c *scalar.Call, s *file) *file {
	if s.closed != 0 {
		x.errno = folder.EBADF
		x.finds(HostError, "line %d: %s of %q, which was closed in line %d", c.Line, c.Name, s.file.Name, s.closed)
		return nil
	}
	return s
}

// standardFile is the input, the output or that of errors: 0, 1 and 2.
func (x *process) standardFile(n int) *file {
	if x.standard[n] == nil {
		in := x.Stdin
		if in == nil {
			in = strings.NewReader("")
		}
		x.standard[n] = []*file{{in: bufio.NewReader(in)}, {out: x.Stdout}, {out: x.Stderr}}[n]
	}
	return x.standard[n]
}

// input is what the program reads; nil, with errno, if it cannot.
func (x *process) input(c *scalar.Call) *file {
	return x.forReading(c, x.unclosed(c, x.standardFile(0)))
}

// readable is the file of a FILE* that is read; nil, with errno, if it is none.
func (x *process) readable(c *scalar.Call, at uint64) (*file, error) {
	s, err := x.fileAt(c, at)
	return x.forReading(c, s), err
}

func (x *process) forReading(c *scalar.Call, s *file) *file {
	if s != nil && s.in == nil {
		x.wrongWay(c, s, "it was opened for writing alone")
		return nil
	}
	return s
}

// wrongWay tells of a file that is read or written against its mode.
func (x *process) wrongWay(c *scalar.Call, s *file, why string) {
	s.failed, x.errno = true, folder.EBADF
	name := "the standard input"
	switch {
	case s.file != nil:
		name = fmt.Sprintf("%q", s.file.Name)
	case s.out != nil:
		name = "the standard output"
	}
	x.finds(HostError, "line %d: %s of %s: %s", c.Line, c.Name, name, why)
}

// put writes to a FILE*, and returns how many bytes it took, -1 where nothing can be written. The error ends the program.
func (x *process) put(c *scalar.Call, at uint64, text string) (int, error) {
	s, err := x.fileAt(c, at)
	if s == nil {
		return -1, err
	}
	return x.putInto(c, s, text)
}

// putInto writes to a file.
func (x *process) putInto(c *scalar.Call, s *file, text string) (int, error) {
	switch {
	case s.out == nil:
		x.wrongWay(c, s, "it was opened for reading alone")
		return -1, nil
	case s.file == nil:
		n, err := x.write(s.out, text)
		return int(n), err
	}
	n, err := io.WriteString(s.out, text)
	return n, x.went(c, s, err)
}

// went records the outcome of a file operation. Its error ends the program if the program was interrupted.
func (x *process) went(c *scalar.Call, s *file, err error) error {
	switch {
	case err == nil:
		return nil
	case x.ctx.Err() != nil:
		return context.Cause(x.ctx)
	}
	s.failed = true
	x.noFile(c, s.file.Name, err)
	return nil
}

// close is fclose.
func (x *process) close(c *scalar.Call) (uint64, error) {
	s, err := x.fileAt(c, c.Args[0])
	switch {
	case s == nil:
		return math.MaxUint64, err
	case s.file == nil:
		return 0, nil
	}
	err = x.shut(s, c.Line)
	if word, _ := x.heap.memory.Bytes(c.Args[0], 4); memory.Word(word, 4) >= standardStreams {
		x.closedFiles = append(x.closedFiles, c.Args[0])
	}
	if err != nil {
		return math.MaxUint64, x.went(c, s, err)
	}
	return 0, nil
}

// shut closes a file.
func (x *process) shut(s *file, line int) error {
	s.closed = line
	x.opens--
	x.heap.held -= folder.BufferBytes
	return s.file.Close()
}

// closeAll is what the system does at the end of a program. Of one that was interrupted nothing more is written.
func (x *process) closeAll() {
	for _, s := range x.files {
		if s.closed == 0 {
			if err := s.file.Close(); err != nil && x.ctx.Err() == nil {
				x.finds(HostError, "%s was not written whole: %v", s.file.Name, err)
			}
		}
	}
	for _, name := range x.written {
		if info, err := x.folder().Stat(name); err == nil {
			x.run.Files = append(x.run.Files, Written{name, info.Size()})
		}
	}
}

// read is fread.
func (x *process) read(c *scalar.Call) (uint64, error) {
	s, err := x.readable(c, c.Args[3])
	size := c.Args[1]
	high, total := bits.Mul64(size, c.Args[2])
	if s == nil || size == 0 {
		return 0, err
	}
	if high != 0 || total > math.MaxInt64 {
		total = math.MaxInt64
	}
	chunk := make([]byte, min(total, folder.BufferBytes))
	done := uint64(0)
	for done < total && err == nil {
		var n int
		n, err = s.in.Read(chunk[:min(total-done, folder.BufferBytes)])
		to, ok := x.heap.memory.Bytes(c.Args[0]+done, n)
		if !ok {
			return 0, x.fault(c, c.Args[0]+done, true)
		}
		done += uint64(copy(to, chunk[:n]))
	}
	s.ended = s.ended || errors.Is(err, io.EOF)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return done / size, x.went(c, s, err)
}

// line is fgets.
func (x *process) line(c *scalar.Call) (uint64, error) {
	in, err := x.readable(c, c.Args[2])
	if in == nil {
		return 0, err
	}
	var line []byte
	for len(line) < int(int32(c.Args[1]))-1 && !bytes.HasSuffix(line, []byte("\n")) {
		var b byte
		if b, err = in.ReadByte(); err != nil {
			break
		}
		line = append(line, b)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, x.went(c, in, err)
	}
	if len(line) == 0 {
		return 0, nil
	}
	to, ok := x.heap.memory.Bytes(c.Args[0], len(line)+1)
	if !ok {
		return 0, x.fault(c, c.Args[0], true)
	}
	copy(to, append(line, 0))
	return c.Args[0], nil
}

// onFile is a function of a FILE*; failed is what it returns for one that was closed.
func onFile(failed uint64, f func(x *process, c *scalar.Call, s *file) uint64) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		s, err := x.fileAt(c, c.Args[0])
		if s == nil {
			return failed, err
		}
		return f(x, c, s), nil
	}
}

// named is a function of one name, or of two.
func named(f func(x *process, c *scalar.Call, name string) error) system {
	return plain(func(x *process, c *scalar.Call) uint64 {
		name := x.heap.text(c.Args[0])
		if err := f(x, c, name); err != nil {
			x.noFile(c, name, err)
			return math.MaxUint64
		}
		return 0
	})
}

func init() {
	register(map[string]system{
		"fopen":   plain((*process).open),
		"freopen": (*process).reopen,
		"fclose":  (*process).close,
		"fread":   (*process).read,
		"fwrite": func(x *process, c *scalar.Call) (uint64, error) {
			high, n := bits.Mul64(c.Args[1], c.Args[2])
			if n == 0 && high == 0 {
				return 0, nil
			}
			data, ok := []byte(nil), high == 0 && n <= math.MaxInt64
			if ok {
				data, ok = x.heap.memory.Bytes(c.Args[0], int(n))
			}
			if !ok {
				return 0, x.fault(c, c.Args[0], false)
			}
			done, err := x.put(c, c.Args[3], string(data))
			return uint64(max(done, 0)) / c.Args[1], err
		},
		"fgets": (*process).line,
		"fgetc": func(x *process, c *scalar.Call) (uint64, error) {
			s, err := x.readable(c, c.Args[0])
			if s == nil {
				return math.MaxUint64, err
			}
			b, err := s.ReadByte()
			switch {
			case errors.Is(err, io.EOF):
				return math.MaxUint64, nil
			case err != nil:
				return math.MaxUint64, x.went(c, s, err)
			}
			return uint64(b), nil
		},
		"feof":   onFile(0, func(_ *process, _ *scalar.Call, s *file) uint64 { return truth(s.ended) }),
		"ferror": onFile(0, func(_ *process, _ *scalar.Call, s *file) uint64 { return truth(s.failed) }),
		"clearerr": onFile(0, func(_ *process, _ *scalar.Call, s *file) uint64 {
			s.ended, s.failed = false, false
			return 0
		}),
		"fflush": func(x *process, c *scalar.Call) (uint64, error) {
			all := x.files
			if c.Args[0] != 0 {
				s, err := x.fileAt(c, c.Args[0])
				if s == nil {
					return math.MaxUint64, err
				}
				all = []*file{s}
			}
			status := uint64(0)
			for _, s := range all {
				if s.file == nil || s.closed != 0 {
					continue
				}
				if err := s.file.Flush(); err != nil {
					status = math.MaxUint64
					if err := x.went(c, s, err); err != nil {
						return 0, err
					}
				}
			}
			return status, nil
		},
		"ungetc": func(x *process, c *scalar.Call) (uint64, error) {
			s, err := x.readable(c, c.Args[1])
			if s == nil || int32(c.Args[0]) < 0 || s.UnreadByte() != nil {
				return math.MaxUint64, err
			}
			return c.Args[0] & 0xff, nil
		},
		"fseek": onFile(math.MaxUint64, func(x *process, c *scalar.Call, s *file) uint64 {
			if s.file == nil {
				x.errno = folder.ESPIPE
				return math.MaxUint64
			}
			if _, err := s.file.Seek(int64(c.Args[1]), int(int32(c.Args[2]))); err != nil {
				x.noFile(c, s.file.Name, err)
				return math.MaxUint64
			}
			s.ended = false
			return 0
		}),
		"ftell": onFile(math.MaxUint64, func(x *process, _ *scalar.Call, s *file) uint64 {
			if s.file == nil {
				x.errno = folder.ESPIPE
				return math.MaxUint64
			}
			at, _ := s.file.Seek(0, io.SeekCurrent)
			return uint64(at)
		}),
		"remove": named(func(x *process, _ *scalar.Call, name string) error { return x.folder().Remove(x.at(name)) }),
		"mkdir":  named(func(x *process, _ *scalar.Call, name string) error { return x.folder().Mkdir(x.at(name)) }),
		"rename": named(func(x *process, c *scalar.Call, name string) error {
			return x.folder().Rename(x.at(name), x.at(x.heap.text(c.Args[1])))
		}),
		// errno is why the last call has failed that did; it is asked once.
		"errno": plain(func(x *process, _ *scalar.Call) uint64 {
			n := x.errno
			x.errno = 0
			return uint64(n)
		}),
	})
}

// truth is a truth value of C.
func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
