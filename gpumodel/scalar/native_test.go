package scalar

import (
	"runtime"
	"testing"

	"warpbook.dev/gpumodel/ir"
)

// loop is a function that adds up the numbers from 0 to n-1 and hands the sum to the system.
func loop(n uint64) *ir.Program {
	entry, body, end := &ir.Block{ID: 0, Term: ir.Jump}, &ir.Block{ID: 1, Term: ir.Branch}, &ir.Block{ID: 2, Term: ir.Return}
	id := 0
	value := func(b *ir.Block, v ir.Value) *ir.Value {
		id++
		v.ID, v.Block = id, b
		b.Values = append(b.Values, &v)
		return &v
	}
	zero := value(entry, ir.Value{Op: ir.Constant, Type: ir.S64})
	one := value(entry, ir.Value{Op: ir.Constant, Type: ir.S64, Imm: 1})
	limit := value(entry, ir.Value{Op: ir.Constant, Type: ir.S64, Imm: n})
	i := value(body, ir.Value{Op: ir.Phi, Type: ir.S64})
	sum := value(body, ir.Value{Op: ir.Phi, Type: ir.S64})
	add := value(body, ir.Value{Op: ir.Add, Type: ir.S64, Args: []*ir.Value{sum, i}})
	next := value(body, ir.Value{Op: ir.Add, Type: ir.S64, Args: []*ir.Value{i, one}})
	body.Cond = value(body, ir.Value{Op: ir.Setp, Type: ir.Pred, Cmp: ir.LT, From: ir.S64, Args: []*ir.Value{next, limit}})
	i.Args, sum.Args = []*ir.Value{zero, next}, []*ir.Value{zero, add}
	value(end, ir.Value{Op: ir.Runtime, Type: ir.U64, Args: []*ir.Value{add}})
	entry.Succs, body.Succs = []*ir.Block{body}, []*ir.Block{end, end}
	body.Succs[0] = body
	body.Preds, end.Preds = []*ir.Block{entry, body}, []*ir.Block{body}
	return &ir.Program{Funcs: []*ir.Func{{Blocks: []*ir.Block{entry, body, end}}}, Runtime: []string{"give"}}
}

// TestNativeLoop: a loop is machine code after some rounds, counts its steps as the interpreter does, and lets the garbage
// collector and others run meanwhile.
func TestNativeLoop(t *testing.T) {
	const n = 3_000_000
	done := make(chan bool)
	go func() {
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer close(done)
	p, err := Translate(loop(n))
	if err != nil {
		t.Fatal(err)
	}
	var steps [3]int64
	for i, m := range []*Machine{{slow: true}, {}, {Eager: true}} {
		polls, sum := 0, uint64(0)
		m.Memory = &Memory{}
		m.Poll = func() error { polls++; return nil }
		m.Call = func(c *Call) (uint64, error) { sum = c.Args[0]; return 0, nil }
		if err := m.Run(p); err != nil {
			t.Fatal(err)
		}
		steps[i] = m.Steps
		if want := uint64(n * (n - 1) / 2); sum != want || polls != (n-1)/pollSteps || steps[i] != steps[0] {
			t.Errorf("machine %d: sum %d, want %d; %d polls, want %d; %d steps, want %d", i, sum, want, polls, (n-1)/pollSteps, steps[i], steps[0])
		}
	}
}

// BenchmarkLoop is what an iteration of a short loop takes, interpreted and as machine code.
func BenchmarkLoop(b *testing.B) {
	for name, slow := range map[string]bool{"interpreted": true, "native": false} {
		b.Run(name, func(b *testing.B) {
			p, err := Translate(loop(uint64(b.N) + 1))
			if err != nil {
				b.Fatal(err)
			}
			m := &Machine{Memory: &Memory{}, slow: slow, Call: func(*Call) (uint64, error) { return 0, nil }}
			if err := m.Run(p); err != nil {
				b.Fatal(err)
			}
		})
	}
}
