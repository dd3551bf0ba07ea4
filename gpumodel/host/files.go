package host

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A file is one that the program has opened, below its directory. It is read whole when it is opened, and written whole, under
// another name first, when it is closed.
type file struct {
	name    string
	data    []byte
	at      int
	writes  bool
	changed bool
	ended   bool // a read has come to the end
}

// mostFile bounds a file, in bytes.
const mostFile = 256 << 20

// inDirectory is a path below the program's directory; ok is false for any other.
func inDirectory(name string) (clean string, ok bool) {
	clean = path.Clean(name)
	return clean, name != "" && !path.IsAbs(clean) && clean != ".." && !strings.HasPrefix(clean, "../")
}

// open is fopen.
func (x *process) open(c *scalar.Call) uint64 {
	name, mode := x.heap.text(c.Args[0]), x.heap.text(c.Args[1])
	clean, ok := inDirectory(name)
	if !ok || x.Dir == "" {
		x.find("line %d: fopen of %q: a program reads and writes below its directory, nowhere else", c.Line, name)
		return 0
	}
	root, err := os.OpenRoot(x.Dir)
	if err != nil {
		return 0
	}
	defer root.Close()
	f := &file{name: clean, writes: strings.ContainsAny(mode, "wa+")}
	if !strings.Contains(mode, "w") {
		f.data, err = whole(root, clean)
		if text, ok := x.madeByCompiler(clean, f.data); ok {
			f.data, err = []byte(text), nil
		}
		switch {
		case err != nil && !strings.Contains(mode, "a"):
			return 0
		case strings.Contains(mode, "a"):
			f.at = len(f.data)
		}
	} else {
		f.changed = true
	}
	at := x.heap.alloc(4, c.Line)
	if at == 0 {
		return 0
	}
	x.files = append(x.files, f)
	number, _ := x.heap.memory.Bytes(at, 4)
	memory.PutWord(number, 4, uint64(len(x.files)+2))
	return at
}

// remove is remove and unlink, of a file below the program's directory.
func (x *process) remove(c *scalar.Call) uint64 {
	name := x.heap.text(c.Args[0])
	clean, ok := inDirectory(name)
	if !ok || x.Dir == "" {
		x.find("line %d: remove of %q: a program removes files below its directory, nowhere else", c.Line, name)
		return math.MaxUint64
	}
	root, err := os.OpenRoot(x.Dir)
	if err != nil {
		return math.MaxUint64
	}
	defer root.Close()
	if info, err := root.Lstat(clean); err != nil || !info.Mode().IsRegular() || root.Remove(clean) != nil {
		return math.MaxUint64
	}
	return 0
}

// readBelow is the content of a regular file below the program's directory.
func (x *process) readBelow(name string) ([]byte, error) {
	clean, ok := inDirectory(name)
	if !ok || x.Dir == "" {
		return nil, fmt.Errorf("%s is not below the program's directory", name)
	}
	root, err := os.OpenRoot(x.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return whole(root, clean)
}

// whole is the content of a regular file.
func whole(root *os.Root, name string) ([]byte, error) {
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > mostFile {
		return nil, fmt.Errorf("%s cannot be read", name)
	}
	return root.ReadFile(name)
}

// opened is the file of a FILE*, nil for a standard stream or one that was closed.
func (x *process) opened(at uint64) *file {
	word, ok := x.heap.memory.Bytes(at, 4)
	if !ok {
		return nil
	}
	n := int(memory.Word(word, 4)) - 3
	if n < 0 || n >= len(x.files) {
		return nil
	}
	return x.files[n]
}

// close writes what has changed.
func (x *process) close(f *file) error {
	if !f.changed {
		return nil
	}
	f.changed = false
	root, err := os.OpenRoot(x.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	temporary := f.name + ".partly"
	if err := root.WriteFile(temporary, f.data, 0o644); err != nil {
		return err
	}
	if !slices.Contains(x.run.Files, f.name) {
		x.run.Files = append(x.run.Files, f.name)
	}
	return root.Rename(temporary, f.name)
}

// closeAll is what the system does at the end of a program.
func (x *process) closeAll() {
	for _, f := range x.files {
		if f == nil {
			continue
		}
		if err := x.close(f); err != nil {
			x.find("%s was not written: %v", f.name, err)
		}
	}
}

// Write writes at the file's position.
func (f *file) Write(p []byte) (int, error) {
	if !f.writes || f.at+len(p) > mostFile {
		return 0, io.ErrShortWrite
	}
	if n := f.at + len(p); n > len(f.data) {
		f.data = append(f.data, make([]byte, n-len(f.data))...)
	}
	copy(f.data[f.at:], p)
	f.at += len(p)
	f.changed = true
	return len(p), nil
}

// ReadByte reads at the file's position.
func (f *file) ReadByte() (byte, error) {
	if f.at >= len(f.data) {
		f.ended = true
		return 0, io.EOF
	}
	f.at++
	return f.data[f.at-1], nil
}

// UnreadByte takes the last byte back.
func (f *file) UnreadByte() error {
	f.at = max(0, f.at-1)
	return nil
}

// source is what a FILE* reads.
func (x *process) source(at uint64) io.ByteScanner {
	if f := x.opened(at); f != nil {
		return f
	}
	return x.input()
}

func init() {
	register(map[string]system{
		"fopen": plain((*process).open),
		"fclose": plain(func(x *process, c *scalar.Call) uint64 {
			f := x.opened(c.Args[0])
			if f == nil {
				return 0
			}
			err := x.close(f)
			word, _ := x.heap.memory.Bytes(c.Args[0], 4)
			x.files[memory.Word(word, 4)-3] = nil
			if err != nil {
				x.find("line %d: %s was not written: %v", c.Line, f.name, err)
				return math.MaxUint64
			}
			return 0
		}),
		"fread": func(x *process, c *scalar.Call) (uint64, error) {
			f, size := x.opened(c.Args[3]), int(c.Args[1])
			if f == nil || size <= 0 {
				return 0, nil
			}
			n := min(int(c.Args[2]), (len(f.data)-f.at)/size)
			f.ended = f.ended || n < int(c.Args[2])
			to, ok := x.heap.memory.Bytes(c.Args[0], n*size)
			if !ok {
				return 0, x.fault(c, c.Args[0], true)
			}
			f.at += copy(to, f.data[f.at:])
			return uint64(n), nil
		},
		"fwrite": func(x *process, c *scalar.Call) (uint64, error) {
			n := int(c.Args[1]) * int(c.Args[2])
			data, ok := x.heap.memory.Bytes(c.Args[0], n)
			if !ok {
				return 0, x.fault(c, c.Args[0], false)
			}
			out, err := x.file(c, c.Args[3])
			if err != nil {
				return 0, err
			}
			if _, err := x.write(out, string(data)); err != nil {
				return 0, err
			}
			return c.Args[2], nil
		},
		"fgets": func(x *process, c *scalar.Call) (uint64, error) {
			in, line := x.source(c.Args[2]), []byte(nil)
			for len(line) < int(int32(c.Args[1]))-1 && !bytes.HasSuffix(line, []byte("\n")) {
				b, err := in.ReadByte()
				if err != nil {
					break
				}
				line = append(line, b)
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
		},
		"fgetc": plain(func(x *process, c *scalar.Call) uint64 {
			b, err := x.source(c.Args[0]).ReadByte()
			if err != nil {
				return math.MaxUint64
			}
			return uint64(b)
		}),
		"feof": plain(func(x *process, c *scalar.Call) uint64 {
			if f := x.opened(c.Args[0]); f != nil && f.ended || f == nil && x.stdin != nil && x.stdin.ended {
				return 1
			}
			return 0
		}),
		"clearerr": plain(func(x *process, c *scalar.Call) uint64 {
			if f := x.opened(c.Args[0]); f != nil {
				f.ended = false
			} else if x.stdin != nil {
				x.stdin.ended = false
			}
			return 0
		}),
		"ungetc": plain(func(x *process, c *scalar.Call) uint64 {
			if int32(c.Args[0]) < 0 || x.source(c.Args[1]).UnreadByte() != nil {
				return math.MaxUint64
			}
			if f := x.opened(c.Args[1]); f != nil {
				f.ended = false
			}
			return c.Args[0] & 0xff
		}),
		"remove": plain((*process).remove),
		"fseek": plain(func(x *process, c *scalar.Call) uint64 {
			f := x.opened(c.Args[0])
			if f == nil {
				return math.MaxUint64
			}
			at := int(int64(c.Args[1])) + []int{0, f.at, len(f.data)}[min(c.Args[2], 2)]
			if at < 0 || at > mostFile {
				return math.MaxUint64
			}
			f.at, f.ended = at, false
			return 0
		}),
		"ftell": plain(func(x *process, c *scalar.Call) uint64 {
			if f := x.opened(c.Args[0]); f != nil {
				return uint64(f.at)
			}
			return math.MaxUint64
		}),
	})
}
