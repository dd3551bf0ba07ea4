package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"mvdan.cc/sh/v3/interp"

	"warpbook.dev/gpumodel/folder"
)

// What the interpreter opens, lists and asks about goes to the session's folder, as what programs open does.

// nowhere is /dev/null.
type nowhere struct{}

func (nowhere) Read([]byte) (int, error)    { return 0, io.EOF }
func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }

// refusedFile is an error of a file as the interpreter shows it.
func refusedFile(op, name string, err error) error {
	var e *folder.Error
	if errors.As(err, &e) {
		err = errors.New(e.Why)
		if errors.Is(e, fs.ErrNotExist) {
			err = errors.New("no such file or directory")
		}
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func (j *job) open(ctx context.Context, name string, flag int, _ os.FileMode) (io.ReadWriteCloser, error) {
	if name == "/dev/null" {
		return nowhere{}, nil
	}
	if p, ok := j.pipe(name, flag&os.O_WRONLY != 0); ok {
		return p, nil
	}
	m := folder.Mode{Reads: flag&(os.O_WRONLY) == 0, Writes: flag&(os.O_WRONLY|os.O_RDWR) != 0, Creates: flag&os.O_CREATE != 0,
		Truncates: flag&os.O_TRUNC != 0, Appends: flag&os.O_APPEND != 0}
	file, err := j.files().OpenFile(ctx, j.from(j.below(interp.HandlerCtx(ctx).Dir), name), m)
	if err != nil {
		return nil, refusedFile("open", name, err)
	}
	return file, nil
}

func (j *job) statFile(ctx context.Context, name string, _ bool) (fs.FileInfo, error) {
	info, err := j.files().Stat(j.from(j.below(interp.HandlerCtx(ctx).Dir), name))
	if err != nil {
		return nil, refusedFile("stat", name, err)
	}
	return info, nil
}

func (j *job) list(ctx context.Context, name string) ([]fs.DirEntry, error) {
	entries, err := j.files().ReadDir(j.from(j.below(interp.HandlerCtx(ctx).Dir), name))
	if err != nil {
		return nil, refusedFile("open", name, err)
	}
	return entries, nil
}

// access answers [ -r FILE ] and its like. What can be run here is what nvcc has made, and scripts.
func (j *job) access(ctx context.Context, name string, mode interp.AccessMode) error {
	name = j.from(j.below(interp.HandlerCtx(ctx).Dir), name)
	info, err := j.files().Stat(name)
	switch {
	case err != nil:
		return refusedFile("access", name, err)
	case mode&interp.AccessExec == 0 || info.IsDir():
		return nil
	}
	if text, err := j.readFile(name); err != nil || !isProgram(text) && !isScript(text) {
		return &fs.PathError{Op: "access", Path: name, Err: fmt.Errorf("it is neither a program that nvcc has made here nor a script")}
	}
	return nil
}
