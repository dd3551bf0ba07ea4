package ir

import (
	"encoding/binary"
	"fmt"
	"math"
)

// A machine executes the IR of one launch, thread by thread between barriers.
// It is the reference that the passes are tested with.
type machine struct {
	f             *Func
	params        []uint64
	global        []byte // at address globalBase
	constant      []byte
	shared        []byte
	grid, block   [3]int
	ctaid         [3]int
	globalOffsets []uint64 // of __device__ variables, by number
	steps         int
}

const (
	globalBase = 0x10000
	maxSteps   = 5_000_000
)

type mthread struct {
	tid      [3]int
	local    []byte
	env      map[*Value][]uint64
	at, from *Block
	next     int
	done     bool
}

// launch runs all blocks one after the other.
func (m *machine) launch() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	for z := range m.grid[2] {
		for y := range m.grid[1] {
			for x := range m.grid[0] {
				m.ctaid = [3]int{x, y, z}
				m.runBlock()
			}
		}
	}
	return nil
}

func (m *machine) runBlock() {
	m.shared = make([]byte, m.f.DynamicShared+4096)
	var threads []*mthread
	for z := range m.block[2] {
		for y := range m.block[1] {
			for x := range m.block[0] {
				threads = append(threads, &mthread{
					tid: [3]int{x, y, z}, local: make([]byte, m.f.LocalBytes), env: map[*Value][]uint64{}, at: m.f.Blocks[0],
				})
			}
		}
	}
	for running := true; running; {
		running = false
		for _, t := range threads {
			for !t.done && m.step(t) {
			}
			running = running || !t.done
		}
	}
}

// step executes one value or terminator; false at a barrier or the end.
func (m *machine) step(t *mthread) bool {
	if m.steps++; m.steps > maxSteps {
		panic("too many steps")
	}
	if t.next == 0 {
		m.phis(t)
	}
	if t.next < len(t.at.Values) {
		v := t.at.Values[t.next]
		t.next++
		if v.Op != Phi {
			t.env[v] = m.value(t, v)
		}
		return v.Op != Bar
	}
	from := t.at
	switch from.Term {
	case Return:
		t.done = true
		return false
	case Jump:
		t.at = from.Succs[0]
	case Branch:
		t.at = from.Succs[1]
		if t.env[from.Cond][0] != 0 {
			t.at = from.Succs[0]
		}
	}
	t.from, t.next = from, 0
	return true
}

// phis are read all at once.
func (m *machine) phis(t *mthread) {
	var values [][]uint64
	for _, v := range t.at.phis() {
		for i, p := range t.at.Preds {
			if p == t.from {
				values = append(values, t.env[v.Args[i]])
			}
		}
	}
	for i, v := range t.at.phis() {
		t.env[v] = values[i]
	}
}

func (m *machine) value(t *mthread, v *Value) []uint64 {
	args := make([]uint64, len(v.Args))
	for i, a := range v.Args {
		args[i] = t.env[a][0]
	}
	switch v.Op {
	case Constant, SharedAddr, LocalAddr:
		return []uint64{v.Imm}
	case GlobalAddr:
		return []uint64{m.globalOffsets[v.Imm]}
	case ParamValue:
		return []uint64{m.params[v.Imm]}
	case Special:
		return []uint64{m.special(t, v.Imm)}
	case Load:
		return m.load(t, v, args[0])
	case Extract:
		return []uint64{t.env[v.Args[0]][v.Imm]}
	case Store:
		for i, x := range args[1:] {
			m.put(v.Mem, m.memory(t, v, args[0], i), x)
		}
		return nil
	case Atom:
		return []uint64{m.atom(t, v, args)}
	case Bar, Membar, Printf, Assert:
		return []uint64{0}
	case Fma, Mad, Rcp, DivApprox, Rsqrt, Ex2, Lg2, Tanh, Sin, Cos, Math:
		if v.Type.Float() {
			return []uint64{v.Type.floatBits(approximate(v, args))}
		}
	}
	r, ok := evaluate(v, args)
	if !ok {
		r = v.Type.wrap(math.MaxUint64) // what the hardware gives for x/0
	}
	return []uint64{r}
}

func approximate(v *Value, args []uint64) float64 {
	x := make([]float64, 3)
	for i, a := range args {
		x[i] = v.Type.float(a)
	}
	switch v.Op {
	case Fma, Mad:
		return x[0]*x[1] + x[2]
	case Rcp:
		return 1 / x[0]
	case DivApprox:
		return x[0] / x[1]
	case Rsqrt:
		return 1 / math.Sqrt(x[0])
	case Ex2:
		return math.Exp2(x[0])
	case Lg2:
		return math.Log2(x[0])
	case Tanh:
		return math.Tanh(x[0])
	case Sin:
		return math.Sin(x[0])
	case Cos:
		return math.Cos(x[0])
	}
	switch MathFunc(v.Imm) {
	case MathExp:
		return math.Exp(x[0])
	case MathPow:
		return math.Pow(x[0], x[1])
	}
	panic("no reference for " + v.mnemonic())
}

func (m *machine) special(t *mthread, which uint64) uint64 {
	all := [12]int{}
	copy(all[0:], t.tid[:])
	copy(all[3:], m.ctaid[:])
	copy(all[6:], m.block[:])
	copy(all[9:], m.grid[:])
	return uint64(all[which])
}

// memory is the place of lane i of the access v at the address base.
func (m *machine) memory(t *mthread, v *Value, base uint64, i int) []byte {
	at := base + v.Imm + uint64(i*v.Mem.Size())
	if v.Args[0].Type.Size() == 4 {
		at = uint64(uint32(at))
	}
	var mem []byte
	switch v.Space {
	case Global:
		mem, at = m.global, at-globalBase
	case Shared:
		mem = m.shared
	case Local:
		mem = t.local
	case Const:
		mem = m.constant
	default:
		panic("access of " + v.Space.String())
	}
	if at+uint64(v.Mem.Size()) > uint64(len(mem)) {
		panic(fmt.Sprintf("line %d: %s at %d, thread %v of block %v", v.Line, v.mnemonic(), int64(at), t.tid, m.ctaid))
	}
	return mem[at:]
}

func (m *machine) load(t *mthread, v *Value, base uint64) []uint64 {
	values := make([]uint64, max(1, v.Lanes))
	for i := range values {
		values[i] = v.Type.wrap(uint64(v.Mem.extend(get(v.Mem, m.memory(t, v, base, i)))))
	}
	return values
}

func get(t Type, b []byte) uint64 {
	var x [8]byte
	copy(x[:t.Size()], b)
	return binary.LittleEndian.Uint64(x[:])
}

func (m *machine) put(t Type, b []byte, x uint64) {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], x)
	copy(b, bytes[:t.Size()])
}

func (m *machine) atom(t *mthread, v *Value, args []uint64) uint64 {
	b := m.memory(t, v, args[0], 0)
	old := get(v.Mem, b)
	x := args[1]
	op := map[AtomOp]Op{AtomAdd: Add, AtomSub: Sub, AtomMin: Min, AtomMax: Max, AtomAnd: And, AtomOr: Or, AtomXor: Xor}
	switch v.Atom {
	case AtomExch:
	case AtomCAS:
		if old != x {
			return old
		}
		x = args[2]
	case AtomInc:
		if old >= x {
			x = 0
		} else {
			x = old + 1
		}
	case AtomDec:
		if old != 0 && old <= x {
			x = old - 1
		}
	default:
		x, _ = evaluate(&Value{Op: op[v.Atom], Type: v.Mem}, []uint64{old, x})
	}
	m.put(v.Mem, b, x)
	return old
}
