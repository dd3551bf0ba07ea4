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
	"strings"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
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
	// mostWhole bounds a file that is read whole, in bytes.
	mostWhole = 64 << 20
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
		names = append(names, fmt.Sprintf("%s (%s)", w.Name, folder.Size(w.Bytes)))
	}
	return strings.Join(names, ", ")
}

// noFile notes why a call about a file fails, for errno. What was refused is told.
func (x *process) noFile(c *scalar.Call, name string, err error) {
	x.errno = folder.Errno(err)
	if e := (*folder.Error)(nil); errors.As(err, &e) && e.Refused {
		x.find("line %d: %s of %q: %s", c.Line, c.Name, name, e.Why)
	}
}

// open is fopen.
func (x *process) open(c *scalar.Call) uint64 {
	name, text := x.heap.text(c.Args[0]), x.heap.text(c.Args[1])
	mode, ok := folder.ParseMode(text)
	switch {
	case !ok:
		x.errno = folder.EINVAL
		x.find("line %d: fopen of %q: the mode is %q, and begins with none of r, w and a", c.Line, name, text)
		return 0
	case x.opens >= mostOpen:
		x.errno = folder.EMFILE
		x.find("line %d: fopen of %q: %d files are open, and a program may have no more: fclose closes them", c.Line, name, mostOpen)
		return 0
	case !x.heap.takes(folder.BufferBytes):
		x.errno = folder.ENOMEM
		return 0
	}
	opened, err := x.openFile(name, mode)
	if err != nil {
		x.heap.held -= folder.BufferBytes
		x.noFile(c, name, err)
		return 0
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
	return x.newFile(s, c.Line)
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
	return x.folder().OpenFile(x.ctx, name, mode)
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
	return x.folder().ReadFile(name, min(mostWhole, int64(x.heap.limit-x.heap.held)))
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
	case n == 0:
		return x.input(), nil
	case n == 1 || n == 2:
		return x.outputs(n), nil
	case n < 0 || n-standardStreams >= len(x.files):
		return nil, x.fault(c, at, false)
	}
	s := x.files[n-standardStreams]
	if s.closed != 0 {
		x.errno = folder.EBADF
		x.find("line %d: %s of %q, which was closed in line %d", c.Line, c.Name, s.file.Name, s.closed)
		return nil, nil
	}
	return s, nil
}

// outputs are the standard output and that of errors, 1 and 2.
func (x *process) outputs(n int) *file {
	if x.standard[n] == nil {
		x.standard[n] = &file{out: x.Stdout}
		if n == 2 {
			x.standard[n].out = x.Stderr
		}
	}
	return x.standard[n]
}

// input is what the program reads.
func (x *process) input() *file {
	if x.standard[0] == nil {
		in := x.Stdin
		if in == nil {
			in = strings.NewReader("")
		}
		x.standard[0] = &file{in: bufio.NewReader(in)}
	}
	return x.standard[0]
}

// readable is the file of a FILE* that is read; nil, with errno, if it is none.
func (x *process) readable(c *scalar.Call, at uint64) (*file, error) {
	s, err := x.fileAt(c, at)
	if s == nil || s.in != nil {
		return s, err
	}
	x.wrongWay(c, s, "it was opened for writing alone")
	return nil, nil
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
	x.find("line %d: %s of %s: %s", c.Line, c.Name, name, why)
}

// put writes to a FILE*, and returns how many bytes it took, -1 where nothing can be written. The error ends the program.
func (x *process) put(c *scalar.Call, at uint64, text string) (int, error) {
	s, err := x.fileAt(c, at)
	switch {
	case s == nil:
		return -1, err
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

// went notes what came of a file, the error of which ends the program if that was interrupted.
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
	err = s.file.Close()
	s.closed = c.Line
	x.opens--
	x.heap.held -= folder.BufferBytes
	x.closedFiles = append(x.closedFiles, c.Args[0])
	if err != nil {
		return math.MaxUint64, x.went(c, s, err)
	}
	return 0, nil
}

// closeAll is what the system does at the end of a program. Of one that was interrupted nothing more is written.
func (x *process) closeAll() {
	for _, s := range x.files {
		if s.closed == 0 {
			if err := s.file.Close(); err != nil && x.ctx.Err() == nil {
				x.find("%s was not written whole: %v", s.file.Name, err)
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
		"fopen":  plain((*process).open),
		"fclose": (*process).close,
		"fread":  (*process).read,
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
		"remove": named(func(x *process, _ *scalar.Call, name string) error { return x.folder().Remove(name) }),
		"mkdir":  named(func(x *process, _ *scalar.Call, name string) error { return x.folder().Mkdir(name) }),
		"rename": named(func(x *process, c *scalar.Call, name string) error {
			return x.folder().Rename(name, x.heap.text(c.Args[1]))
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
