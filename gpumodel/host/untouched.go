package host

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
)

var (
	sizeOfName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^sizeof\s*\(\s*[a-z]\w*\s*\)$|^sizeof\s+[a-z]\w*$`) })
	byteWords  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)byte|size|mem`) })
	secondAxis = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(threadIdx|blockIdx)\s*\.\s*y\b`) })
)

// repeated is the value of a number all of whose bytes are alike.
func repeated(value byte, number string) string {
	word := uint64(value) * 0x0101010101010101
	switch {
	case number == "float":
		return fmt.Sprint(math.Float32frombits(uint32(word)))
	case number == "double":
		return fmt.Sprint(math.Float64frombits(word))
	case bytesOf(number) == 8:
		return fmt.Sprint(int64(word))
	case bytesOf(number) == 2:
		return fmt.Sprint(int16(word))
	}
	return fmt.Sprint(int32(word))
}

// untouched tells of elements of the array that a launch writes and for which it has no threads.
func (x *process) untouched(w *witness) {
	a := w.arrays[w.looked]
	after := a.buffer.Flat()[:a.size]
	if bytes.Equal(w.before, after) {
		return
	}
	size := bytesOf(w.signature[w.looked].Number)
	n := a.size / size
	threads := w.grid.X * w.block.X
	rows := w.grid.Y * w.block.Y * w.grid.Z * w.block.Z
	rest := func(from int) bool { return bytes.Equal(w.before[from*size:], after[from*size:]) }
	same := w.kernel.SameWork(x.ctx, x.Device, w.grid, w.block, func() int { return n })
	switch {
	case same != "":
		x.finds(Remark, "line %d: %s", w.line, same)
	case rows == 1 && threads < n && n-threads < w.block.X && (x.isNumber(w, n) || !w.hasNumbers()) && rest(threads):
		x.finds(Remark, "line %d: %s has %d threads for the %d elements of %s: the last %d have no thread; round the number of blocks up: (n + %d) / %d", w.line,
			w.kernel.Name, threads, n, x.arrayName(a), n-threads, w.block.X-1, w.block.X)
	case rows == 1 && secondAxis().MatchString(w.kernel.Source()) && rest(n/2):
		x.finds(Remark, "line %d: %s uses %s, and the launch has one row of threads: a number in <<<…>>> stands for dim3(number, 1, 1), so give dim3 for the grid and the block",
			w.line, w.kernel.Name, strings.ReplaceAll(secondAxis().FindString(w.kernel.Source()), " ", ""))
	}
}

// isNumber tells whether a launch is given a number, such as that of the elements.
func (x *process) isNumber(w *witness, n int) bool {
	for i, p := range w.signature {
		if !p.Pointer && (bytesOf(p.Number) == 4 || bytesOf(p.Number) == 8) && int(int32(w.params[i])) == n {
			return true
		}
	}
	return false
}

// hasNumbers tells whether a launch is given whole numbers at all.
func (w *witness) hasNumbers() bool {
	for _, p := range w.signature {
		if !p.Pointer && p.Number != "float" && p.Number != "double" {
			return true
		}
	}
	return false
}
