package ptx

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
)

// together writes what the lanes of a warp or the threads of a block do together.
func (w *writer) together(v *ir.Value) bool {
	to := ""
	if r := w.registers[v]; len(r) > 0 {
		to = r[0]
	}
	last := len(v.Args) - 1
	arg := func(i int, t ir.Type) string { return w.inRegister(v.Args[i], t) }
	mask := func() string { // an older form names no lanes: all of them
		if v.HasMask() {
			return arg(last, ir.U32)
		}
		return "0xffffffff"
	}
	switch v.Op {
	case ir.Bar:
		w.barrier(v)
	case ir.Membar:
		w.op("membar.%s", [...]string{"cta", "gl", "sys"}[v.Imm])
	case ir.WarpBar:
		w.op("bar.warp.sync %s", arg(0, ir.U32))
	case ir.Nanosleep:
		w.op("nanosleep.u32 %s", arg(0, ir.U32))
	case ir.Vote:
		switch v.Imm {
		case ir.VoteActive:
			w.op("activemask.b32 %s", to)
		case ir.VoteBallot:
			w.op("vote.sync.ballot.b32 %s, %s, %s", to, arg(0, ir.Pred), mask())
		default:
			w.op("vote.sync.%s.pred %s, %s, %s", map[uint64]string{ir.VoteAll: "all", ir.VoteAny: "any"}[v.Imm], to, arg(0, ir.Pred), mask())
		}
	case ir.Shfl:
		w.shuffle([...]string{"idx", "up", "down", "bfly"}[v.Imm], to, arg(0, v.Type),
			fmt.Sprintf("%s, %s, %s", arg(1, ir.U32), arg(2, ir.U32), mask()), v.Type)
	case ir.Match:
		bits := fmt.Sprintf("b%d", 8*v.From.Size())
		w.op("match.%s.sync.%s %s, %s, %s", [...]string{"any", "all"}[v.Imm], bits, to, arg(0, v.From), mask())
	case ir.Redux:
		op := [...]string{"add", "", "", "min", "max", "", "", "", "and", "or", "xor"}[v.Imm]
		kind := v.Type.String()
		if v.Imm >= uint64(ir.AtomAnd) {
			kind = "b32"
		}
		w.op("redux.sync.%s.%s %s, %s, %s", op, kind, to, arg(0, v.Type), mask())
	default:
		return false
	}
	return true
}

// shuffle moves a word between lanes, or both words of a wider value.
func (w *writer) shuffle(mode, to, from, how string, t ir.Type) {
	if t.Size() == 4 {
		w.op("shfl.sync.%s.b32 %s, %s, %s", mode, to, from, how)
		return
	}
	low, high := w.register(words), w.register(words)
	w.op("mov.b64 {%s, %s}, %s", low, high, from)
	for _, r := range []string{low, high} {
		w.op("shfl.sync.%s.b32 %s, %s, %s", mode, r, r, how)
	}
	w.op("mov.b64 %s, {%s, %s}", to, low, high)
}

// barrier is bar.sync and its relatives.
func (w *writer) barrier(v *ir.Value) {
	if len(v.Args) == 0 {
		w.op("bar.sync 0")
		return
	}
	switch v.Imm {
	case ir.BarCount:
		w.op("bar.red.popc.u32 %s, 0, %s", w.registers[v][0], w.inRegister(v.Args[0], ir.Pred))
	case ir.BarAll, ir.BarAny:
		w.op("bar.red.%s.pred %s, 0, %s", map[uint64]string{ir.BarAll: "and", ir.BarAny: "or"}[v.Imm], w.registers[v][0],
			w.inRegister(v.Args[0], ir.Pred))
	case ir.BarNamed, ir.BarArrive:
		name, number := "bar.sync", w.inRegister(v.Args[0], ir.U32)
		if v.Imm == ir.BarArrive {
			name = "bar.arrive"
		}
		if threads := v.Args[1]; threads.Op == ir.Constant && threads.Imm == 0 {
			w.op("%s %s", name, number)
		} else {
			w.op("%s %s, %s", name, number, w.inRegister(threads, ir.U32))
		}
	default:
		w.lacks(v, "a barrier of a tile")
	}
}
