package memory

import (
	"math"
	"math/bits"

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
	bank  int32
	at    Time // arrival
	row   int64
}

// Arrived is when the request came to its partition.
func (r *Request) Arrived() Time { return r.at }

// A Partition is one memory controller with its DRAM: banks, a limit on how often
// rows may be activated (tRRD for two, tFAW for four of them), and one data bus
// that loses time when it turns from reads to writes and back. Each bank offers its
// first request, and the one whose data can come earliest goes next. The row stays
// open if the bank's next request is for it, and is closed otherwise. Reads go
// before writes, which wait until a batch has gathered or no read is left.
type Partition struct {
	t          *timings
	reads      bankQueues
	writes     bankQueues
	banks      []bank
	acts       [4]Time // the last four activates, as a ring
	actAt      int
	free       Time   // when the bus can take the next column command
	drain      int    // writes left of the current batch
	write      bool   // direction of the last command
	groups     []Time // when a bank group can take the next column command
	refresh    Time   // when the next bank is refreshed; the partitions are apart from one another
	refreshing int    // that bank
	atomics    atomicUnit
	Last       Service // of the request that was committed last
	Stats      PartitionStats
}

// A Service is when a partition began with a request, by activating its row if that was not
// open, and when its first burst begins.
type Service struct {
	Activated, Start Time
	RowHit           bool
}

// PartitionStats count what a partition has done.
type PartitionStats struct {
	Transactions, Activates, Turnarounds int64
	Bytes, ReadBytes                     int64
	Busy                                 Time // data bus
	// MostTurns is the most atomics on one word.
	MostTurns int64
}

type bank struct {
	row       int64 // that is open, or closed
	activated Time
	precharge Time // earliest precharge after the last column command
	group     int32
}

// timings are a device's DRAM constants in picoseconds.
type timings struct {
	rcd, rcdwr, rp, ras, rc, rrd, faw, wr, wtr, rtw Time
	ccdL                                            Time // between bursts of one bank group
	refi, rfc                                       Time // between two refreshes of a bank, and of one
	atomic                                          Time // from reading a word to having written it back
	burst                                           Time // one burst on the data bus
	burstBytes                                      uint32
	page, banks, stride                             int // as powers of two
	partitions                                      uint64
	readQueue, writeQueue, batch                    int
	hash                                            bool
	groups                                          int32 // of banks
}

const (
	never  = Time(math.MinInt64 / 4)
	closed = -1 // no row is open
)

// NewPartitions returns the partitions of a device.
func NewPartitions(d *device.Device) []*Partition {
	t := &timings{
		rcd: Nanoseconds(d.TRCD), rcdwr: Nanoseconds(d.TRCDWR), rp: Nanoseconds(d.TRP), ras: Nanoseconds(d.TRAS),
		rc: Nanoseconds(d.TRC), rrd: Nanoseconds(d.TRRD), faw: Nanoseconds(d.TFAW), wr: Nanoseconds(d.TWR),
		wtr: Nanoseconds(d.TWTR), rtw: Nanoseconds(d.TRTW),
		ccdL: Nanoseconds(d.TCCDL), refi: Nanoseconds(d.TREFI), rfc: Nanoseconds(d.TRFC),
		atomic:     Nanoseconds(d.AtomicTurn),
		burst:      BurstTime(d),
		burstBytes: uint32(d.BurstBytes),
		page:       log2(d.DRAMPageBytes), banks: log2(d.DRAMBanks), stride: log2(d.PartitionStrideBytes),
		partitions: uint64(d.Partitions),
		readQueue:  d.ReadQueue, writeQueue: d.WriteQueue, batch: d.WriteBatch, hash: d.BankHash,
		groups: int32(max(1, d.DRAMBankGroups)),
	}
	if t.ccdL <= t.burst {
		t.ccdL, t.groups = t.burst, 1
	}
	partitions := make([]*Partition, d.Partitions)
	for i := range partitions {
		p := &Partition{t: t, banks: make([]bank, d.DRAMBanks), groups: make([]Time, t.groups)}
		p.refresh = t.refi * Time(i+1) / Time(d.Partitions)
		p.reads, p.writes = newBankQueues(d.DRAMBanks, t.groups), newBankQueues(d.DRAMBanks, t.groups)
		for b := range p.banks {
			p.banks[b] = bank{row: closed, activated: never, precharge: never, group: int32(b) % t.groups}
		}
		for i := range p.acts {
			p.acts[i] = never
		}
		partitions[i] = p
	}
	return partitions
}

// log2 is the exponent of a size that address lines select: a power of two.
func log2(n int) int { return bits.Len(uint(n)) - 1 }

// BurstTime is the time of one burst on a partition's data bus, which moves
// data on both edges of the memory clock.
func BurstTime(d *device.Device) Time {
	bytesPerNs := d.BandwidthGBps() / float64(d.Partitions)
	bytes := float64(d.BurstBytes)
	if d.ECC {
		bytes *= 1 + d.ECCOverhead
	}
	return Nanoseconds(bytes / bytesPerNs)
}

// Full reports whether the partition has no room for one more request.
func (p *Partition) Full(write bool) bool {
	if write {
		return p.writes.n >= p.t.writeQueue
	}
	return p.reads.n >= p.t.readQueue
}

// Idle reports whether nothing waits.
func (p *Partition) Idle() bool { return p.reads.n+p.writes.n == 0 }

// Add queues a request that arrives at a time.
func (p *Partition) Add(r Request, at Time) {
	if p.Idle() {
		p.idle(at)
	}
	r.at = at
	local := r.Addr>>p.t.stride/p.t.partitions<<p.t.stride | r.Addr&(1<<p.t.stride-1)
	r.bank, r.row = p.t.bank(local), int64(local>>p.t.page)
	queue := &p.reads
	if r.Write {
		queue = &p.writes
	}
	if queue.add(&r) {
		p.changed(r.bank)
	}
}

// bank is the bank of an address within a partition: the low bits of the row's
// number, with all higher ones folded into them where the device hashes.
func (t *timings) bank(local uint64) int32 {
	row := local >> t.page
	bank := row
	if t.hash {
		for row >>= t.banks; row > 0; row >>= t.banks {
			bank ^= row
		}
	}
	return int32(bank & (1<<t.banks - 1))
}

// Next commits the best request. It returns the request and the time at which
// its last data has moved, and an atomic is done; the bus is taken until BusFree.
func (p *Partition) Next() (Request, Time) {
	p.refreshed()
	queue, rcd := &p.reads, p.t.rcd
	if p.chooseWrites() {
		queue, rcd = &p.writes, p.t.rcdwr
	}
	bus := p.busReady(queue == &p.writes)
	row := max(p.acts[(p.actAt+3)%4]+p.t.rrd, p.acts[p.actAt]+p.t.faw)
	bank, start, act := queue.best(p, bus, rcd, row)
	var r Request
	more := queue.take(bank, &r)
	p.Last = Service{Activated: act, Start: start, RowHit: act == never}
	if p.Last.RowHit {
		p.Last.Activated = start
	}
	done := p.commit(&r, start, act)
	if r.Atomic {
		var turns int64
		done, turns = p.atomics.turn(r.Addr, done, p.t.atomic)
		p.Stats.MostTurns = max(p.Stats.MostTurns, turns)
	}
	if !more {
		p.banks[bank].row = closed
	}
	p.changed(r.bank)
	return r, done
}

// BusFree is when the next column command may be given.
func (p *Partition) BusFree() Time { return p.free }

// chooseWrites decides between the queues: a batch once begun is finished.
func (p *Partition) chooseWrites() bool {
	switch {
	case p.writes.n == 0:
		p.drain = 0
	case p.drain > 0:
		p.drain--
	case p.reads.n == 0 || p.writes.n >= p.t.writeQueue:
		p.drain = p.t.batch - 1
	default:
		return false
	}
	return p.writes.n > 0
}

// changed is called when a bank or its requests have changed.
func (p *Partition) changed(bank int32) {
	p.reads.prepare(p, bank, p.t.rcd)
	p.writes.prepare(p, bank, p.t.rcdwr)
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
	size := r.Size
	if r.Atomic {
		size *= 2 // there and back; the unit gathers what it writes, the bus need not turn for each
	}
	bursts := Time((size + p.t.burstBytes - 1) / p.t.burstBytes)
	last := start + (bursts-1)*p.t.ccdL // others may have the bus between bursts of one bank group
	if p.t.groups > 1 {
		p.groups[b.group] = last + p.t.ccdL
	}
	b.precharge = max(b.activated+p.t.ras, last+p.t.burst)
	if r.Write {
		b.precharge = max(b.precharge, last+p.t.burst+p.t.wr)
	}
	p.free, p.write = start+bursts*p.t.burst, r.Write
	p.Stats.Transactions++
	p.Stats.Bytes += int64(size)
	if !r.Write {
		p.Stats.ReadBytes += int64(r.Size)
	}
	p.Stats.Busy += bursts * p.t.burst
	return last + p.t.burst
}

// idle skips the refreshes that were due while the partition had nothing to do, before a request comes at a
// time. They are done; each bank has its last one to come, which closes its row.
func (p *Partition) idle(until Time) {
	if p.t.refi == 0 {
		return
	}
	each := p.t.refi / Time(len(p.banks))
	if n := (until-p.refresh)/each - Time(len(p.banks)); n > 0 {
		p.refresh += n * each
		p.refreshing = (p.refreshing + int(n)) % len(p.banks)
	}
}

// refreshed begins the refreshes that are due. Banks take turns: one closes its row and does
// nothing else for that time, while the others go on.
func (p *Partition) refreshed() {
	for p.t.refi > 0 && p.free >= p.refresh {
		b := &p.banks[p.refreshing]
		done := max(p.refresh, b.precharge) + p.t.rfc
		b.row = closed
		b.activated = max(b.activated, done-p.t.rc)
		b.precharge = max(b.precharge, done-p.t.rp)
		p.changed(int32(p.refreshing))
		p.refreshing = (p.refreshing + 1) % len(p.banks)
		p.refresh += p.t.refi / Time(len(p.banks))
	}
}
