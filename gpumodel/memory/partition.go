package memory

import (
	"math"

	"warpbook.dev/gpumodel/device"
)

// Time is simulated time in picoseconds: whole numbers, so that a run is the
// same on every machine.
type Time int64

// Nanoseconds converts a constant of a device.
func Nanoseconds(ns float64) Time { return Time(math.Round(ns * 1000)) }

// A Request is a transaction on its way to a partition.
type Request struct {
	Transaction
	Write bool
	Owner int32 // who is told when a read is done
	Tag   int32
	at    Time // arrival
	bank  int32
	row   int64
}

// A Partition is one memory controller with its DRAM: banks with an open row
// each, a limit on how often rows may be activated (tRRD for two, tFAW for four
// of them), and one data bus that loses time when it turns from reads to writes
// and back. The requests to one bank stay in order; of the first ones of all
// banks the one whose data can come earliest goes next (row hits before misses:
// FR-FCFS over the banks). Reads go before writes, which wait until a batch has
// gathered or no read is left.
type Partition struct {
	t      *timings
	reads  []Request
	writes []Request
	banks  []bank
	acts   [4]Time // the last four activates, as a ring
	actAt  int
	free   Time // when the bus can take the next column command
	drain  int  // writes left of the current batch
	write  bool // direction of the last command
	Stats  PartitionStats
}

// PartitionStats count what a partition has done.
type PartitionStats struct {
	Transactions, Activates, Turnarounds int64
	Bytes                                int64
	Busy                                 Time // data bus
}

type bank struct {
	row       int64
	activated Time
	precharge Time // earliest precharge after the last column command
	column    Time // earliest column command in the open row, reads; writes differ by rcd-rcdwr
}

// timings are a device's DRAM constants in picoseconds.
type timings struct {
	rcd, rcdwr, rp, ras, rc, rrd, faw, wr, wtr, rtw Time
	burst                                           Time // one burst on the data bus
	burstBytes                                      uint32
	page, banks                                     uint64
	stride, partitions                              uint64
	readQueue, writeQueue, batch                    int
}

const never = Time(math.MinInt64 / 4)

// NewPartitions returns the partitions of a device.
func NewPartitions(d *device.Device) []*Partition {
	t := &timings{
		rcd: Nanoseconds(d.TRCD), rcdwr: Nanoseconds(d.TRCDWR), rp: Nanoseconds(d.TRP), ras: Nanoseconds(d.TRAS),
		rc: Nanoseconds(d.TRC), rrd: Nanoseconds(d.TRRD), faw: Nanoseconds(d.TFAW), wr: Nanoseconds(d.TWR),
		wtr: Nanoseconds(d.TWTR), rtw: Nanoseconds(d.TRTW),
		burst:      BurstTime(d),
		burstBytes: uint32(d.BurstBytes),
		page:       uint64(d.DRAMPageBytes), banks: uint64(d.DRAMBanks),
		stride: uint64(d.PartitionStrideBytes), partitions: uint64(d.Partitions),
		readQueue: d.ReadQueue, writeQueue: d.WriteQueue, batch: d.WriteBatch,
	}
	partitions := make([]*Partition, d.Partitions)
	for i := range partitions {
		p := &Partition{t: t, banks: make([]bank, d.DRAMBanks)}
		for b := range p.banks {
			p.banks[b] = bank{row: -1, activated: never, precharge: never, column: never}
		}
		for i := range p.acts {
			p.acts[i] = never
		}
		partitions[i] = p
	}
	return partitions
}

// BurstTime is the time of one burst on a partition's data bus, which moves
// data on both edges of the memory clock.
func BurstTime(d *device.Device) Time {
	bytesPerNs := d.BandwidthGBps() / float64(d.Partitions)
	return Nanoseconds(float64(d.BurstBytes) / bytesPerNs)
}

// Full reports whether the partition has no room for one more request.
func (p *Partition) Full(write bool) bool {
	if write {
		return len(p.writes) >= p.t.writeQueue
	}
	return len(p.reads) >= p.t.readQueue
}

// Idle reports whether nothing waits.
func (p *Partition) Idle() bool { return len(p.reads)+len(p.writes) == 0 }

// Add queues a request that arrives at a time.
func (p *Partition) Add(r Request, at Time) {
	r.at = at
	local := r.Addr / p.t.stride / p.t.partitions * p.t.stride
	local += r.Addr % p.t.stride
	row := local / p.t.page
	r.bank, r.row = int32(row%p.t.banks), int64(row/p.t.banks)
	if r.Write {
		p.writes = append(p.writes, r)
	} else {
		p.reads = append(p.reads, r)
	}
}

// Next commits the best request. It returns the request and the time at which
// its last data has moved; the bus is taken until BusFree.
func (p *Partition) Next() (Request, Time) {
	queue := &p.reads
	if p.chooseWrites() {
		queue = &p.writes
	}
	best, start, act := 0, Time(math.MaxInt64), never
	seen := uint64(0) // banks with an older request
	for i := range *queue {
		bank := uint64(1) << (*queue)[i].bank
		if seen&bank != 0 {
			continue
		}
		seen |= bank
		if s, a := p.start(&(*queue)[i]); s < start {
			best, start, act = i, s, a
		}
	}
	r := (*queue)[best]
	*queue = append((*queue)[:best], (*queue)[best+1:]...)
	return r, p.commit(&r, start, act)
}

// BusFree is when the next column command may be given.
func (p *Partition) BusFree() Time { return p.free }

// chooseWrites decides between the queues: a batch once begun is finished.
func (p *Partition) chooseWrites() bool {
	switch {
	case len(p.writes) == 0:
		p.drain = 0
	case p.drain > 0:
		p.drain--
	case len(p.reads) == 0 || len(p.writes) >= p.t.writeQueue:
		p.drain = p.t.batch - 1
	default:
		return false
	}
	return len(p.writes) > 0
}

// start returns when r's first column command could be given, and when its row
// would be activated (never if it is open).
func (p *Partition) start(r *Request) (start, act Time) {
	b := &p.banks[r.bank]
	rcd := p.t.rcd
	if r.Write {
		rcd = p.t.rcdwr
	}
	act = never
	if b.row == r.row {
		start = max(r.at, b.activated+rcd)
	} else {
		last, fourth := p.acts[(p.actAt+3)%4], p.acts[p.actAt]
		act = max(r.at, b.precharge+p.t.rp, b.activated+p.t.rc, last+p.t.rrd, fourth+p.t.faw)
		start = act + rcd
	}
	return max(start, p.busReady(r.Write)), act
}

// busReady is when a command of one direction may follow the last one.
func (p *Partition) busReady(write bool) Time {
	switch {
	case write && !p.write:
		return p.free - p.t.burst + p.t.rtw
	case !write && p.write:
		return p.free - p.t.burst + p.t.wtr
	}
	return p.free
}

// commit books the request and returns when its data has moved.
func (p *Partition) commit(r *Request, start, act Time) Time {
	b := &p.banks[r.bank]
	if act != never {
		b.row, b.activated = r.row, act
		p.acts[p.actAt] = act
		p.actAt = (p.actAt + 1) % 4
		p.Stats.Activates++
	}
	if r.Write != p.write {
		p.Stats.Turnarounds++
	}
	bursts := Time((r.Size + p.t.burstBytes - 1) / p.t.burstBytes)
	last := start + (bursts-1)*p.t.burst
	b.precharge = max(b.activated+p.t.ras, last+p.t.burst)
	if r.Write {
		b.precharge = max(b.precharge, last+p.t.burst+p.t.wr)
	}
	p.free, p.write = last+p.t.burst, r.Write
	p.Stats.Transactions++
	p.Stats.Bytes += int64(r.Size)
	p.Stats.Busy += bursts * p.t.burst
	return p.free
}
