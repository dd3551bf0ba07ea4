//go:build unix

package session

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
)

// smallFile is the size in bytes up to which a file is read: to map it takes longer.
const smallFile = 1 << 16

// mapped is how many bytes were mapped since the garbage was last collected. Go does not know what they take.
var mapped atomic.Int64

// mostMapped is how many bytes are mapped before the garbage is collected, which unmaps those that nobody has any more.
const mostMapped = 1 << 30

// mapFile returns memory with the first size bytes of a file. A larger file is mapped until the mapping is garbage.
func mapFile(path string, size int) (*mapping, error) {
	if size <= smallFile {
		return readFile(path, size)
	}
	if mapped.Add(int64(size)) > mostMapped {
		mapped.Store(int64(size))
		runtime.GC()
	}
	data, err := mapWith(path, size, os.O_RDONLY, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	m := &mapping{data}
	runtime.AddCleanup(m, func(data []byte) { _ = syscall.Munmap(data) }, data) // nothing can be done about an error
	return m, nil
}

func mapWith(path string, size, open, flags int) ([]byte, error) {
	f, err := os.OpenFile(path, open, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < int64(size) {
		return nil, fmt.Errorf("%s has %d bytes, want at least %d", path, info.Size(), size)
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, flags)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	return data, nil
}

// updateFile makes data the content of a file, as far as it differs.
func updateFile(path string, data []byte) (changed bool, err error) {
	if len(data) <= smallFile {
		return rewriteFile(path, data)
	}
	file, err := mapWith(path, len(data), os.O_RDWR, syscall.MAP_SHARED)
	if err != nil {
		return false, err
	}
	changed = copyChanges(file, data)
	return changed, syscall.Munmap(file)
}
