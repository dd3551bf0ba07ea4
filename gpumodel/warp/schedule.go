package warp

import (
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
)

// A schedule turns the instructions of one warp into steps. It issues them in
// order, each as soon as its operands are there, as if the warp were alone; the
// engine adds what the other warps take away.
type schedule struct {
	steps    []Step
	clock    int64    // when the next instruction could issue
	start    int64    // of the current Run
	port     int32    // clocks of the issue port in the current Run
	busy     isa.Busy // the pipes in it
	ready    []int64  // when a register can be read
	slow     []bool   // whether it is shared memory's or a special function's result
	pending  []load   // the load that fills a register
	inFlight []load   // by tag; noLoad where it has been waited for
	loads    load
	crossed  int32    // heads of the leading loop since the last step
	untimed  bool     // only spent is wanted, not the steps
	quantum  isa.Busy // of each pipe, after which a Run is cut
	pc       int32    // of the current instruction
	stalls   stalls
	spent    spent
	queued   bool    // passes of the banks take no issue slots
	share    float64 // of an instruction's clocks that count
	owed     owed
}

// owed are fractions of the clocks of instructions that count in part.
type owed struct {
	issue, port, dual, latency float64
	busy                       [isa.Pipes]float64
}

// stalls are the clocks of the current Run in which the warp waits for results of its
// own instructions, and where.
type stalls struct {
	first       int32 // PC of the Run's first instruction, from 1; 0 before it
	wait, short int32 // for arithmetic; for shared memory and special functions
	longest     int32
	at          int32 // PC of the longest one
}

// stalled notes that the current instruction waits for a result.
func (s *schedule) stalled(clocks int64, short bool) {
	x := &s.stalls
	if short {
		x.short += int32(clocks)
	} else {
		x.wait += int32(clocks)
	}
	if int32(clocks) > x.longest {
		x.longest, x.at = int32(clocks), s.pc
	}
	s.begins()
}

// begins notes the first instruction of a Run.
func (s *schedule) begins() {
	if s.stalls.first == 0 {
		s.stalls.first = s.pc + 1
	}
}

// spent is what steps take in all.
type spent struct {
	produced int // steps and transactions
	port     int64
	busy     [isa.Pipes]int64
}

func (s *spent) add(step *Step) {
	s.produced += 1 + int(step.N)
	s.port += int64(step.Port)
	for p, clocks := range step.Busy {
		s.busy[p] += int64(clocks)
	}
}

// A load is the number of a load, from 1, times mostLoads, plus its tag.
type load int64

const noLoad load = 0

// mostLoads bounds the loads that a warp has not waited for: there are fewer
// registers to load into.
const mostLoads = 256

func (l load) tag() int32 { return int32(l % mostLoads) }

func (s *schedule) reset(steps []Step, registers int) {
	if len(s.ready) < registers {
		s.ready, s.slow, s.pending = make([]int64, registers), make([]bool, registers), make([]load, registers)
	}
	clear(s.ready)
	clear(s.pending)
	*s = schedule{steps: steps[:0], ready: s.ready, slow: s.slow, pending: s.pending, inFlight: s.inFlight[:0],
		untimed: s.untimed, quantum: s.quantum, queued: s.queued, share: 1}
}

// add appends a step.
func (s *schedule) add(step Step) {
	s.spent.add(&step)
	if s.untimed {
		return
	}
	step.Iterations, s.crossed = s.crossed, 0
	s.steps = append(s.steps, step)
}

// use makes the next instruction wait for a register.
func (s *schedule) use(register int) {
	if l := s.pending[register]; l != noLoad {
		s.wait(l)
		s.pending[register] = noLoad
	}
	if late := s.ready[register] - s.clock; late > 0 {
		s.stalled(late, s.slow[register])
		s.clock = s.ready[register]
	}
}

// wait stops the warp until a load is back.
func (s *schedule) wait(l load) {
	if s.inFlight[l.tag()] != l {
		return // its other register has been waited for
	}
	s.flush()
	s.add(Step{Kind: Wait, Tag: l.tag(), PC: s.pc})
	s.inFlight[l.tag()] = noLoad
}

// clocks are what an instruction takes; isa.Instr says what they mean.
type clocks struct {
	issue, port, dual, latency int32
	busy                       isa.Busy
	short                      bool // the result is shared memory's or a special function's
}

// issued books an instruction whose result is in n registers from register on;
// register is negative if it has none. If the banks of shared memory repeat its
// access, it is issued again for each pass, in slot after slot: again clocks more.
func (s *schedule) issued(c *clocks, again int32, register, n int) {
	if s.share != 1 {
		part := s.shared(*c)
		c = &part
	}
	if !s.untimed {
		for r := register; r < register+n && register >= 0; r++ {
			s.ready[r] = s.clock + int64(c.latency+again)
			s.slow[r] = c.short
			s.pending[r] = noLoad
		}
	}
	s.begins()
	slots := again
	if s.queued {
		slots = 0
	}
	s.clock += int64(c.issue + slots)
	s.port += c.port + slots
	busy := c.busy
	if c.dual > 0 && busy[isa.PipeLSU] == 0 && s.busy[isa.PipeSFU] <= s.busy[isa.PipeCores] { // the units that have less to do
		busy[isa.PipeCores], busy[isa.PipeSFU] = 0, c.dual
	} else {
		busy[banks(&busy)] += again
	}
	s.busy.Add(&busy)
	if s.full() {
		s.flush()
	}
}

// banks is the pipe that repeats an access to shared memory: the load-store units, where an
// instruction needs them.
func banks(busy *isa.Busy) isa.Pipe {
	if busy[isa.PipeLSU] > 0 {
		return isa.PipeLSU
	}
	return isa.PipeCores
}

// times is c for a sequence of dependent instructions that is gone through n times.
func (c clocks) times(n int32) clocks {
	c.issue, c.port, c.dual, c.latency = c.issue*n, c.port*n, c.dual*n, c.latency*n
	for p := range c.busy {
		c.busy[p] *= n
	}
	return c
}

// sequence books dependent instructions, which hold the warp itself up: it cannot
// go on before the last one has its result.
func (s *schedule) sequence(c clocks, register, n int) {
	s.stalled(int64(c.latency-c.issue), c.short)
	s.clock += int64(c.latency - c.issue)
	c.latency = c.issue
	s.issued(&c, 0, register, n)
}

// quantum is the clocks of its units after which a Run is cut, so that other warps
// can issue: eight instructions. An SM may change warps with every instruction; a
// shorter quantum costs events and changes the modelled time little.
const quantum = 32

// quanta is quantum in the units of each pipe.
func quanta(d *device.Device) (b isa.Busy) {
	for p := range isa.Pipes {
		b[p] = int32(quantum * p.Scale(d))
	}
	return b
}

// full reports whether the current Run has had its quantum.
func (s *schedule) full() bool {
	if s.port >= quantum {
		return true
	}
	for p, clocks := range s.busy {
		if clocks >= s.quantum[p] {
			return true
		}
	}
	return false
}

// flush ends the current Run.
func (s *schedule) flush() {
	if s.clock > s.start || s.busy != (isa.Busy{}) { // the last one may share its slot with what follows
		x := &s.stalls
		s.add(Step{Kind: Run, Port: s.port, Busy: s.busy, Latency: int32(s.clock - s.start),
			PC: max(0, x.first-1), StallPC: x.at, WaitClocks: x.wait, ShortClocks: x.short})
	}
	s.stalls = stalls{}
	s.start, s.port, s.busy = s.clock, 0, isa.Busy{}
}

// access books a memory instruction, of which the step says what it sends; a load
// returns into so many registers from register on. again is as in issued.
func (s *schedule) access(step Step, c *clocks, again int32, register, registers int) {
	s.flush()
	if s.share != 1 {
		part := s.shared(*c)
		c = &part
	}
	step.PC = s.pc
	step.Port, step.Busy, step.Latency = c.port+again, c.busy, c.issue+again
	step.Busy[banks(&step.Busy)] += again
	if step.Kind == Load && !s.untimed {
		l := s.send()
		step.Tag = l.tag()
		for r := register; r < register+registers && register >= 0; r++ {
			s.pending[r] = l
		}
	}
	s.add(step)
	s.clock += int64(c.issue + again)
	s.start = s.clock
}

// send numbers a load. It gets the first free tag, so that a long loop needs few;
// with all of them in flight the warp waits for the oldest load.
func (s *schedule) send() load {
	s.loads += mostLoads
	tag := slices.Index(s.inFlight, noLoad)
	switch {
	case tag >= 0:
	case len(s.inFlight) < mostLoads:
		tag = len(s.inFlight)
		s.inFlight = append(s.inFlight, noLoad)
	default:
		oldest := slices.Min(s.inFlight)
		s.wait(oldest)
		tag = int(oldest.tag())
	}
	s.inFlight[tag] = s.loads + load(tag)
	return s.inFlight[tag]
}

// barrier books __syncthreads().
func (s *schedule) barrier(c clocks) {
	s.issued(&c, 0, -1, 0)
	s.flush()
	s.add(Step{Kind: Barrier, PC: s.pc})
}

// finish ends the warp once all its loads are back.
func (s *schedule) finish() {
	for _, l := range s.inFlight {
		if l != noLoad {
			s.wait(l)
		}
	}
	s.flush()
}
