package session

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/ndarray"
)

// A segment is a file with the elements of an array, as one request sees it. The file has [memory.FlatBytes] bytes at least. The
// model works on a private mapping: what it writes stays there until commit brings it into the file. So a request that fails, or
// that computes only a sample, leaves the file as it was.
type segment struct {
	path   string
	buffer *memory.Buffer
	flat   []byte
	arrays []*gpumodel.Array // one for each type of elements by which the request means it
}

// segments are those of a request.
type segments []*segment

// A place is an array as lines have it: elements of a type in a file, from an offset in bytes on.
type place struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"` // of all elements in the file
	Offset int    `json:"offset"`
	Shape  []int  `json:"shape"`
	DType  string `json:"dtype"`
}

// A partial says why the array in a file has no elements.
type partial struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// readPlace reads a place. Each argument of a launch has one, so it is not made JSON again.
func readPlace(content any) (p place, err error) {
	x, ok := content.(map[string]any)
	if !ok {
		return p, errorf("TypeError", "array: got %v, want path, bytes, offset, shape and dtype", content)
	}
	if p.Path, ok = x["path"].(string); !ok {
		return p, errorf("TypeError", "array: path is %v, want a string", x["path"])
	}
	if p.DType, ok = x["dtype"].(string); !ok {
		return p, errorf("TypeError", "array: dtype is %v, want a string", x["dtype"])
	}
	if p.Bytes, err = wholeNumber(x["bytes"]); err != nil {
		return p, errorf("TypeError", "array: bytes: %v", err)
	}
	if p.Offset, err = wholeNumber(x["offset"]); err != nil {
		return p, errorf("TypeError", "array: offset: %v", err)
	}
	shape, ok := x["shape"].([]any)
	if !ok {
		return p, errorf("TypeError", "array: shape is %v, want a list", x["shape"])
	}
	p.Shape = make([]int, len(shape))
	for i, n := range shape {
		if p.Shape[i], err = wholeNumber(n); err != nil {
			return p, errorf("TypeError", "array: shape: %v", err)
		}
	}
	return p, nil
}

// array is the array at a place.
func (s *segments) array(content any) (*array.Array, error) {
	p, err := readPlace(content)
	if err != nil {
		return nil, err
	}
	t, err := gpumodel.ParseDType(p.DType)
	if err != nil {
		return nil, errorf("TypeError", "%v", err)
	}
	size := t.Size()
	for _, n := range p.Shape {
		if n < 0 || n > 0 && size > p.Bytes/n {
			return nil, errorf("ValueError", "array: shape %v of %v does not fit into %d bytes", p.Shape, t, p.Bytes)
		}
		size *= n
	}
	if p.Offset < 0 || p.Offset%t.Size() != 0 || p.Offset+size > p.Bytes {
		return nil, errorf("ValueError", "array: offset %d of %d bytes: want a multiple of %d with %d bytes behind it", p.Offset, p.Bytes,
			t.Size(), size)
	}
	seg, err := s.open(p.Path, p.Bytes)
	if err != nil {
		return nil, errorf("OSError", "array: %v", err)
	}
	v := ndarray.Of(seg.of(t))
	v.Shape, v.Strides = p.Shape, make([]int, len(p.Shape))
	v.Offset = p.Offset / t.Size()
	for i, step := len(p.Shape)-1, 1; i >= 0; i-- {
		v.Strides[i] = step
		step *= p.Shape[i]
	}
	return array.Of(v), nil
}

// of is all of the segment as an array of a type.
func (s *segment) of(t gpumodel.DType) *gpumodel.Array {
	if i := slices.IndexFunc(s.arrays, func(a *gpumodel.Array) bool { return a.DType == t }); i >= 0 {
		return s.arrays[i]
	}
	a := gpumodel.ArrayOn(t, s.buffer)
	s.arrays = append(s.arrays, a)
	return a
}

// open returns the segment of a file, the same for each array in it.
func (s *segments) open(path string, size int) (*segment, error) {
	for _, seg := range *s {
		if seg.path == path && seg.buffer.Size == size {
			return seg, nil
		}
	}
	if size < 0 {
		return nil, fmt.Errorf("%d bytes", size)
	}
	m, err := mapFile(path, memory.FlatBytes(size))
	if err != nil {
		return nil, err
	}
	seg := &segment{path: path, flat: m.data, buffer: memory.NewBufferOn(m.data, size, m)}
	*s = append(*s, seg)
	return seg, nil
}

// commit brings what was written into the files: all of an array that was computed, nothing of one that was not.
func (s *segments) commit() (written []string, left []partial, err error) {
	for _, seg := range *s {
		var why error
		for _, a := range seg.arrays {
			why = cmp.Or(why, a.Readable())
		}
		if why != nil {
			left = append(left, partial{seg.path, why.Error()})
			continue
		}
		changed, err := updateFile(seg.path, seg.flat[:seg.buffer.Size])
		if err != nil {
			return nil, nil, fmt.Errorf("array: %w", err)
		}
		if changed {
			written = append(written, seg.path)
		}
	}
	return written, left, nil
}

// compared is how many bytes are compared, and written if they differ, at once.
const compared = 1 << 16

// copyChanges copies the parts of from that differ into to.
func copyChanges(to, from []byte) (changed bool) {
	for at := 0; at < len(from); at += compared {
		end := min(at+compared, len(from))
		if !bytes.Equal(to[at:end], from[at:end]) {
			copy(to[at:end], from[at:end])
			changed = true
		}
	}
	return changed
}

// filePrefix begins the names of files for arrays.
const filePrefix = "warpbook-"

// export writes an array to a new file, for a reply. Who gets the reply removes the file.
func (s *Server) export(ctx context.Context, a *array.Array) (p place, err error) {
	v := a.View
	if !v.Whole() {
		if v, err = v.Converted(ctx, v.Data.DType); err != nil {
			return p, err
		}
	}
	f, err := os.CreateTemp(s.shared, filePrefix)
	if err != nil {
		return p, errorf("OSError", "array: %v", err)
	}
	defer func() {
		if e := f.Close(); err == nil && e != nil {
			err = errorf("OSError", "array: %v", e)
		}
		if err != nil {
			_ = os.Remove(f.Name()) // the first error tells more
		}
	}()
	b := v.Data.Buffer()
	if err := f.Truncate(int64(memory.FlatBytes(b.Size))); err != nil {
		return p, errorf("OSError", "array: %v", err)
	}
	if !b.Blank() { // a new file has zeros
		if err := send(ctx, b, f); err != nil {
			return p, err
		}
	}
	shape := a.Shape
	if shape == nil {
		shape = []int{}
	}
	return place{Path: f.Name(), Bytes: b.Size, Shape: shape, DType: v.Data.DType.String()}, nil
}

// send writes a buffer to a file.
func send(ctx context.Context, b *memory.Buffer, w io.Writer) error {
	buffered := &interruptible{ctx, make([]byte, 0, 1<<20), w}
	err := b.Send(buffered)
	if err == nil {
		err = buffered.flush()
	}
	if err != nil && ctx.Err() == nil {
		return errorf("OSError", "array: %v", err)
	}
	return err
}

// An interruptible collects what is written and stops with its context.
type interruptible struct {
	ctx   context.Context
	held  []byte
	under io.Writer
}

func (w *interruptible) Write(p []byte) (int, error) {
	w.held = append(w.held, p...)
	if len(w.held) < 1<<20-1<<12 {
		return len(p), nil
	}
	return len(p), w.flush()
}

func (w *interruptible) flush() error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	_, err := w.under.Write(w.held)
	w.held = w.held[:0]
	return err
}

// RemoveShared removes a folder for arrays, with the files of arrays in it.
func RemoveShared(dir string) error {
	files, err := os.ReadDir(dir)
	for _, f := range files {
		if strings.HasPrefix(f.Name(), filePrefix) {
			err = cmp.Or(err, os.Remove(dir+string(os.PathSeparator)+f.Name()))
		}
	}
	return cmp.Or(err, os.Remove(dir))
}
