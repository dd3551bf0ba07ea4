package volta

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// A behind is what a partition of the DRAM has still to do for what was stored: to write back, and to
// complete what was written in part. Meanwhile the lines stay in the L2, which keeps no more written ones
// than a share of its size (l2_dirty_kb). So a store to a partition with too much of it waits, and no launch
// stores faster than the DRAM takes it.
type behind struct {
	engine.Behind
	stores []int32 // warps that wait with one, the first one first
}

func newBehind(d *device.Device) []behind {
	all := make([]behind, d.Partitions)
	for i := range all {
		all[i].Most = int64(d.L2DirtyKB<<10) / int64(d.Partitions)
	}
	return all
}

// add notes a request to the DRAM, or that it is done if n is -1.
func (b *behind) add(r *memory.Request, n int64) {
	if r.Owner != engine.NoWarp {
		return
	}
	if r.Write {
		b.Write += n * int64(r.Size)
	} else {
		b.Read += n * int64(r.Size)
	}
}

// owes notes what a partition has still to do, or has done.
func (v *System) owes(partition int32, r *memory.Request, n int64) {
	b := &v.behind[partition]
	was := b.full()
	b.add(r, n)
	switch is := b.full(); {
	case is && !was:
		v.full++
	case was && !is:
		v.full--
	}
}

// full reports whether stores wait.
func (b *behind) full() bool { return b.Write+b.Read >= b.Most }

// holds lets a warp wait with a store to a partition that is too far behind, and reports whether it does.
func (v *System) holds(id int32, s *warp.Step, list []memory.Transaction) bool {
	if s.Kind != warp.Store || v.full == 0 {
		return false
	}
	for i := range list {
		if b := &v.behind[v.d.Partition(list[i].Addr)]; !list[i].Host && b.full() {
			b.stores = append(b.stores, id)
			return true
		}
	}
	return false
}

// goOn lets stores go on that wait for a partition, as long as it is not too far behind.
func (v *System) goOn(partition int32) {
	b := &v.behind[partition]
	for len(b.stores) > 0 && !b.full() {
		id := b.stores[0]
		b.stores = append(b.stores[:0], b.stores[1:]...)
		s, list := v.e.Warp(id).Current()
		v.Access(id, s, list, v.e.Now())
	}
}
