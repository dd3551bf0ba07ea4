package memory

import "warpbook.dev/gpumodel/device"

// A Link is PCI Express as kernels see it that access memory of the host: two
// ways, each of which takes one packet after the other. A write is a packet with
// its data on the way up; a read is a packet without data on the way up and one
// with data on the way down.
type Link struct {
	up, down Time // when each way is free
	perByte  float64
	packet   Time // of a packet's header and frame
	latency  Time
	backlog  Time // how long a packet may have to wait before the GPU sends no more
}

// NewLink returns the link of a device.
func NewLink(d *device.Device) *Link {
	l := &Link{perByte: 1 / d.PCIeGBps, latency: Nanoseconds(d.PCIeLatencyNs)}
	l.packet = l.time(d.PCIePacketBytes)
	l.backlog = Time(d.PCIeQueue) * (l.packet + l.time(d.SegmentBytes))
	return l
}

func (l *Link) time(bytes int) Time { return Nanoseconds(float64(bytes) * l.perByte) }

// Room is when the link takes another request: now, or later if the way that its
// data go has its backlog full.
func (l *Link) Room(write bool, now Time) Time {
	if write {
		return max(now, l.up-l.backlog)
	}
	return max(now, l.down-l.backlog)
}

// Send takes a request at a time and returns when its data have moved; those of
// a read are then at the GPU.
func (l *Link) Send(r *Request, now Time) Time {
	l.up = max(l.up, now) + l.packet
	if r.Write {
		l.up += l.time(int(r.Size))
		return l.up
	}
	l.down = max(l.down, l.up) + l.packet + l.time(int(r.Size))
	return l.down + l.latency
}
