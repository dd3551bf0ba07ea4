//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"time"
	"unsafe"
)

// copyRepeats is how often a transfer is timed.
const copyRepeats = 9

// copies times a transfer, by the host's clock: a copy of pageable memory begins on the
// host, so that events do not see all of it.
func (s *server) copies(c *Copy) error {
	if err := s.begin(); err != nil {
		return err
	}
	x := &launching{server: s}
	defer x.free()
	if err := s.phase(phaseCopy); err != nil {
		return err
	}
	device, err := x.alloc(c.Bytes, false, "the transfer")
	if err != nil {
		return err
	}
	host := unsafe.Pointer(unsafe.SliceData(make([]byte, max(1, c.Bytes))))
	if c.Pinned {
		var pointer uintptr
		if err := s.cuda.check(s.cuda.memHostAlloc(&pointer, uint64(max(1, c.Bytes)), 0), "page-locked memory for the transfer"); err != nil {
			return err
		}
		defer s.cuda.memFreeHost(pointer)
		host = *(*unsafe.Pointer)(unsafe.Pointer(&pointer)) // memory of C, which stays where it is
	}
	var times []float64
	for i := range copyRepeats + 1 {
		begin := time.Now()
		code := int32(0)
		switch {
		case c.Bytes == 0:
		case c.ToDevice:
			code = s.cuda.copyHtoD(device, (*byte)(host), uint64(c.Bytes))
		default:
			code = s.cuda.copyDtoH((*byte)(host), device, uint64(c.Bytes))
		}
		if code == 0 {
			code = s.cuda.ctxSynchronize()
		}
		if err := s.cuda.check(code, "the transfer"); err != nil {
			return err
		}
		if i > 0 { // the first touches the pages
			times = append(times, time.Since(begin).Seconds())
		}
	}
	return s.reply(&reply{Kind: "done", Times: times})
}
