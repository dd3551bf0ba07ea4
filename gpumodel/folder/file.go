package folder

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// A Mode is how a file is opened.
type Mode struct {
	Reads, Writes, Creates, Truncates, Appends, Exclusive bool
}

// ParseMode reads a mode of fopen; ok is false of one that C does not know.
func ParseMode(text string) (m Mode, ok bool) {
	if text == "" {
		return m, false
	}
	switch text[0] {
	case 'r':
		m = Mode{Reads: true}
	case 'w':
		m = Mode{Writes: true, Creates: true, Truncates: true}
	case 'a':
		m = Mode{Writes: true, Creates: true, Appends: true}
	default:
		return m, false
	}
	if strings.Contains(text, "+") {
		m.Reads, m.Writes = true, true
	}
	m.Exclusive = strings.Contains(text, "x") && m.Creates
	return m, true
}

func (m Mode) flags() int {
	switch {
	case m.Reads && m.Writes:
		return os.O_RDWR
	case m.Writes:
		return os.O_WRONLY
	}
	return os.O_RDONLY
}

// BufferBytes is what an open file holds in memory.
const BufferBytes = 1 << 14

// A File is one that a program has opened. It has one buffer, for what was read ahead or for what is not written so far.
type File struct {
	Mode
	Name    string
	folder  *Folder
	ctx     context.Context
	file    *os.File
	at      int64  // where the program is
	size    int64  // of the file, with what is in the buffer
	buffer  []byte // of the file from base on
	base    int64
	dirty   bool   // the buffer is to be written
	counted string // the name by which the quota knows it
}

// Text is a file for reading that no directory has.
func Text(name, text string) *File {
	return &File{Mode: Mode{Reads: true}, Name: name, ctx: context.Background(), buffer: []byte(text), size: int64(len(text))}
}

// file is what OpenFile returns of a file that was opened, or was not.
func (f *Folder) file(ctx context.Context, file *os.File, name string, m Mode, err error) (*File, error) {
	if err != nil {
		return nil, wrong(name, err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, wrong(name, err)
	}
	opened := &File{Mode: m, Name: name, folder: f, ctx: ctx, file: file, size: info.Size(), counted: name}
	opened.begin()
	return opened, nil
}

// begin goes where a file that was just opened is read or written.
func (f *File) begin() {
	f.at = 0
	if f.Appends && !f.Reads {
		f.at = f.size
	}
}

// Stat implements [fs.File].
func (f *File) Stat() (fs.FileInfo, error) {
	if f.file == nil {
		return nil, fs.ErrInvalid
	}
	return f.file.Stat()
}

// Size is how many bytes the file has.
func (f *File) Size() int64 { return f.size }

// fill has the buffer begin at the program's place.
func (f *File) fill() error {
	if f.ctx.Err() != nil {
		return context.Cause(f.ctx)
	}
	if !f.Reads {
		return &Error{f.Name, "it was opened for writing", ebadf, true}
	}
	if f.at >= f.base && f.at < f.base+int64(len(f.buffer)) {
		return nil
	}
	if f.file == nil {
		return io.EOF
	}
	if err := f.Flush(); err != nil {
		return err
	}
	if cap(f.buffer) == 0 {
		f.buffer = make([]byte, 0, BufferBytes)
	}
	n, err := f.file.ReadAt(f.buffer[:cap(f.buffer)], f.at)
	f.base, f.buffer = f.at, f.buffer[:n]
	if n > 0 {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return wrong(f.Name, err)
}

// Read reads at the program's place.
func (f *File) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := f.fill(); err != nil {
		return 0, err
	}
	n := copy(p, f.buffer[f.at-f.base:])
	f.at += int64(n)
	return n, nil
}

// ReadByte reads a byte.
func (f *File) ReadByte() (byte, error) {
	if err := f.fill(); err != nil {
		return 0, err
	}
	f.at++
	return f.buffer[f.at-1-f.base], nil
}

// UnreadByte takes the last byte back.
func (f *File) UnreadByte() error {
	f.at = max(0, f.at-1)
	return nil
}

// Write writes at the program's place, as far as the quota goes.
func (f *File) Write(p []byte) (n int, err error) {
	if !f.Writes {
		return 0, &Error{f.Name, "it was opened for reading", ebadf, true}
	}
	for n < len(p) {
		if f.ctx.Err() != nil {
			return n, context.Cause(f.ctx)
		}
		if err := f.room(); err != nil {
			return n, err
		}
		part := p[n:min(len(p), n+cap(f.buffer)-len(f.buffer))]
		var full error
		if more := f.at + int64(len(part)) - f.size; more > 0 {
			var granted int64
			granted, full = f.folder.grant(f.counted, more)
			part = part[:max(0, int64(len(part))-(more-granted))]
			if len(part) == 0 { // the place is too far behind the end
				f.folder.count(f.counted, -granted)
				return n, full
			}
		}
		f.buffer, f.dirty = append(f.buffer, part...), true
		f.at += int64(len(part))
		f.size = max(f.size, f.at)
		n += len(part)
		if full != nil {
			return n, full
		}
	}
	return n, nil
}

// room makes place in the buffer for what is written at the program's place.
func (f *File) room() error {
	next := f.base + int64(len(f.buffer))
	if f.dirty && len(f.buffer) < cap(f.buffer) && (f.Appends || f.at == next) {
		f.at = next
		return nil
	}
	if err := f.Flush(); err != nil {
		return err
	}
	if cap(f.buffer) == 0 {
		f.buffer = make([]byte, 0, BufferBytes)
	}
	if f.Appends {
		if err := f.measure(); err != nil {
			return err
		}
		f.at = f.size
	}
	f.base, f.buffer = f.at, f.buffer[:0]
	return nil
}

// measure looks how long the file is now: the program may have opened it twice.
func (f *File) measure() error {
	if f.file == nil || f.dirty {
		return nil
	}
	info, err := f.file.Stat()
	if err == nil {
		f.size = info.Size()
	}
	return wrong(f.Name, err)
}

// Flush writes what is in the buffer. Of a program that was interrupted nothing more is written.
func (f *File) Flush() error {
	if !f.dirty {
		return nil
	}
	f.dirty = false
	data := f.buffer
	f.buffer = f.buffer[:0]
	if f.ctx.Err() != nil {
		return context.Cause(f.ctx)
	}
	if f.Appends {
		if err := f.measure(); err != nil {
			return err
		}
		f.base = f.size
	}
	_, err := f.file.WriteAt(data, f.base)
	f.size = max(f.size, f.base+int64(len(data)))
	return wrong(f.Name, err)
}

// Seek is fseek.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		if err := cmp.Or(f.Flush(), f.measure()); err != nil {
			return f.at, err
		}
		offset += f.size
	default:
		offset = -1
	}
	if offset < 0 {
		return f.at, &Error{f.Name, "the place is before its begin", einval, false}
	}
	f.at = offset
	return offset, nil
}

// Close writes what is left and closes the file.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	err := f.Flush()
	if e := f.file.Close(); err == nil {
		err = wrong(f.Name, e)
	}
	return err
}
