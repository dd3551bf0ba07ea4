package warp

import (
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
)

// A schedule turns the instructions of one warp into steps. It issues them in order, each as soon
// as its operands are there, as if the warp were alone; the engine adds what the other warps take
// away. For example
//
//	ld.global r1, [r9]     Load, tag 0
//	mul       r2, r3, r4   Run: both multiplications, with the clocks in
//	mul       r2, r2, r2   which the second waits for the first
//	add       r5, r1, r2   Wait for tag 0, then the next Run begins
//
// Results of arithmetic and of shared memory have a latency that the tables know, so a wait for
// them is part of a Run. The duration of a load of device memory is known only to the engine, so clock
// does not include it, and a Wait is placed where its result is first needed.
//
// All clocks are shader clocks of this warp since it began, loads apart; busy is in the units of
// isa.Busy. The arrays ready, makers and pending are indexed by slot (Machine.slot). For each slot at
// most one of ready and pending matters: a result of arithmetic clears pending.
type schedule struct {
	steps    []*Step
	known    *knownSteps
	clock    int64    // when the next instruction could issue
	start    int64    // of the current Run
	port     int32    // clocks of the issue port in the current Run
	busy     isa.Busy // the pipes in it
	ready    []int64  // when a register can be read
	makers   []maker  // what computes it
	pending  []load   // the load that fills a register
	inFlight []load   // by tag; noLoad where it has been waited for
	loads    load
	crossed  int32    // heads of the loop that counts progress since the last step
	untimed  bool     // only spent is wanted, not the steps
	sums     bool     // and it does not depend on the order of instructions
	quantum  isa.Busy // of each pipe, after which a Run is cut
	pc       int32    // of the current instruction
	stalls   stalls
	spent    spent
	copying  []load // of asynchronous copies, in the group that is not ended
	groups   [][]load
	queued   bool    // passes of the banks take no issue slots
	share    float64 // of an instruction's clocks that count
	owed     owed
	noting   bool // what would be booked is only noted, since an automaton has it
	noted    []outcome
	waited   *waited // nil unless the program reads the clock
	guards   guards
	longest  int64 // that a result is there later for one instruction than for another: ready of what a pipe forwards includes it
}

// guards say how long an instruction waits for its guard: so many clocks longer than for a predicate that is its operand. ready of a
// predicate is when it can guard. Slots from first on are predicates.
type guards struct {
	first  int
	longer int64
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

// stalled notes that the current instruction waits for a result. at is the instruction that is
// blamed for the Run: the one with the longest wait.
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

// begins notes the first instruction of a Run. PCs are stored plus one, so that the zero value
// means that no instruction was issued yet.
func (s *schedule) begins() {
	if s.stalls.first == 0 {
		s.stalls.first = s.pc + 1
	}
}

// spent is what steps take in all.
type spent struct {
	port int64
	busy [isa.Pipes]int64
}

func (s *spent) add(step *Step) {
	s.port += int64(step.Port)
	for p, clocks := range step.Busy {
		s.busy[p] += int64(clocks)
	}
}

// clocks adds what an instruction takes, with so many slots of the port and clocks of the banks more.
func (s *spent) clocks(c *clocks, slots, again int32) {
	s.port += int64(c.port + slots)
	for p, clocks := range c.busy {
		s.busy[p] += int64(clocks)
	}
	s.busy[banks(&c.busy)] += int64(again)
}

// A load names a load in flight: its number, from 1, times mostLoads, plus its tag. Tags are used
// again; the number tells an old load with the same tag from a new one.
type load int64

const noLoad load = 0

// mostLoads bounds the loads that a warp has not waited for: there are fewer
// registers to load into.
const mostLoads = 256

func (l load) tag() int32 { return int32(l % mostLoads) }

// reset prepares for a new block. It keeps the memory of the slices and the settings of the device.
// makers need no clearing: they are set whenever ready is.
func (s *schedule) reset(steps []*Step, registers int) {
	if s.known == nil {
		s.known = newKnownSteps()
	}
	if !s.untimed && len(s.ready) < registers {
		s.ready, s.makers, s.pending = make([]int64, registers), make([]maker, registers), make([]load, registers)
	}
	if !s.untimed {
		clear(s.ready)
		clear(s.pending)
	}
	*s = schedule{steps: steps[:0], known: s.known, ready: s.ready, makers: s.makers, pending: s.pending,
		inFlight: s.inFlight[:0], noted: s.noted,
		untimed: s.untimed, sums: s.sums, quantum: s.quantum, queued: s.queued, share: 1, waited: s.waited, guards: s.guards,
		longest: s.longest}
	if s.waited != nil {
		*s.waited = waited{}
	}
}

// add appends a step.
func (s *schedule) add(step Step) {
	s.spent.add(&step)
	if s.untimed {
		return
	}
	// Progress in a loop is told with the first step behind the loop's head.
	step.Iterations, s.crossed = s.crossed, 0
	s.steps = append(s.steps, s.known.of(&step))
}

// await makes the next instruction wait for all that it reads.
func (s *schedule) await(in *instr) {
	for _, slot := range in.awaited {
		s.operand(slot, &in.leasts)
	}
	if in.GuardSlot >= 0 {
		s.guarded(in.GuardSlot)
	}
}

// use makes the next instruction wait for a register: for the load that fills it, or for the clock
// at which an earlier result is there.
func (s *schedule) use(register int) { s.operand(register, &leasts{}) }

// operand does so where the instruction may have to wait longer than one of the pipe that makes the register.
func (s *schedule) operand(register int, l *leasts) {
	if l := s.pending[register]; l != noLoad {
		s.wait(l)
		s.pending[register] = noLoad
	}
	ready, m := s.ready[register], s.makers[register]
	switch {
	case register >= s.guards.first:
		ready -= s.guards.longer
	case m.pipe != noForwarder:
		ready += m.later(l) - s.longest
	}
	s.awaits(ready, m.slow)
}

// guarded makes the next instruction wait for the predicate that is its guard.
func (s *schedule) guarded(register int) { s.awaits(s.ready[register], s.makers[register].slow) }

// awaits lets the warp wait until a clock, for a result of its own.
func (s *schedule) awaits(clock int64, short bool) {
	if late := clock - s.clock; late > 0 {
		s.stalled(late, short)
		s.clock = clock
	}
}

// wait stops the warp until a load is back. It ends the current Run first, because a step is either
// work or a wait.
func (s *schedule) wait(l load) {
	if s.inFlight[l.tag()] != l {
		return // its other register has been waited for
	}
	s.flush()
	s.add(Step{Kind: Wait, Tag: l.tag(), PC: s.pc})
	if s.waited != nil {
		s.until(s.waited.due[l.tag()])
	}
	s.inFlight[l.tag()] = noLoad
}

// clocks are what an instruction takes; isa.Instr says what they mean.
type clocks struct {
	issue, port, dual, latency int32
	busy                       isa.Busy
	short                      bool // the result is shared memory's or a special function's
	maker                      maker
}

// issued books an instruction whose result is in n registers from register on;
// register is negative if it has none. If the banks of shared memory repeat its
// access, it is issued again for each pass, in slot after slot: again clocks more.
func (s *schedule) issued(c *clocks, again int32, register, n int) {
	if s.noting {
		s.noted = append(s.noted, outcome{again: again})
		return
	}
	if s.sums {
		slots := again
		if s.queued {
			slots = 0
		}
		s.spent.clocks(c, slots, again)
		return
	}
	if s.share != 1 {
		part := s.shared(*c)
		c = &part
	}
	if !s.untimed {
		for r := register; r < register+n && register >= 0; r++ {
			s.ready[r] = s.clock + int64(c.latency+again)
			s.makers[r] = c.maker
			s.makers[r].slow = c.short
			switch {
			case r >= s.guards.first:
				s.ready[r] += s.guards.longer
			case c.maker.pipe != noForwarder:
				s.ready[r] += s.longest
			}
			s.pending[r] = noLoad
		}
	}
	// The result is ready latency clocks after the issue, not after the clocks that issuing takes.
	s.begins()
	// Where accesses wait in a queue, repeated passes keep the load-store units busy, not the issue
	// port.
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

// times returns the clocks of a sequence of dependent instructions that is repeated n times, such
// as the rounds of an atomic on shared memory.
func (c clocks) times(n int32) clocks {
	c.issue, c.port, c.dual, c.latency = c.issue*n, c.port*n, c.dual*n, c.latency*n
	for p := range c.busy {
		c.busy[p] *= n
	}
	return c
}

// sequence books dependent instructions, which hold the warp itself up: it cannot
// go on before the last one has its result.
func (s *schedule) sequence(c clocks, again int32, register, n int) {
	s.stalled(int64(c.latency-c.issue), c.short)
	s.clock += int64(c.latency - c.issue)
	c.latency, c.maker = c.issue, maker{slow: c.short}
	s.issued(&c, again, register, n)
}

// quantum is the clocks of its units after which a Run is cut, so that other warps
// can issue: eight instructions. An SM may change warps with every instruction; a
// shorter quantum costs events and changes the modelled time little.
const quantum = 32

// quanta is quantum in the units of each pipe. Pipes that schedulers share out count in parts of a
// clock (isa.Pipe.Scale).
func quanta(d *device.Device) (b isa.Busy) {
	for p := range isa.Pipes {
		b[p] = int32(quantum * p.Scale(d))
	}
	return b
}

// contest books an atomic on shared memory that is a loop with a CAS, of so many lanes: as sequence does, but how often it runs is
// up to the engine, so it is a step of its own.
func (s *schedule) contest(try *isa.Try, lanes int32, c clocks, again int32, register, n int) {
	s.flush()
	s.clock += int64(max(c.latency, c.issue) + again)
	for r := register; r < register+n && register >= 0; r++ {
		s.ready[r], s.makers[r], s.pending[r] = s.clock, maker{slow: c.short}, noLoad
	}
	c.busy[banks(&c.busy)] += again
	s.add(Step{Kind: Contest, Try: try, N: lanes, Port: c.port, Busy: c.busy, Latency: int32(s.clock - s.start), PC: s.pc})
	s.start = s.clock
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

// flush ends the current Run. After it start equals clock, and nothing of the Run is left. A Run
// without clocks and without work is dropped.
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
	if s.noting {
		s.noted = append(s.noted, outcome{again, step.N, step.UnitClocks, step.Kind, step.Cached, true})
		return
	}
	if s.sums {
		s.spent.clocks(c, again, again)
		return
	}
	// Steps keep the order of the program: what was issued before must not come after the access.
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
		if s.waited != nil {
			s.waited.note(l, s.now())
		}
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

// barrier books __syncthreads(). The instruction itself is the end of a Run; the step only waits
// for the other warps.
func (s *schedule) barrier(c clocks, at namedBarrier) {
	if s.noting {
		return
	}
	s.issued(&c, 0, -1, 0)
	s.flush()
	s.add(Step{Kind: Barrier, PC: s.pc, Tag: at.tag()})
}

// finish ends the warp once all its loads are back. A block keeps its place on the SM until then,
// so loads that nobody uses count as well.
func (s *schedule) finish() {
	for _, l := range s.inFlight {
		if l != noLoad {
			s.wait(l)
		}
	}
	s.flush()
}
