package ir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// graph makes a function of empty blocks from the successors of each.
func graph(succs ...[]int) *Func {
	f := &Func{}
	for i := range succs {
		f.Blocks = append(f.Blocks, &Block{ID: i})
	}
	for i, list := range succs {
		b := f.Blocks[i]
		b.Term = []Term{Return, Jump, Branch}[len(list)]
		for _, s := range list {
			b.Succs = append(b.Succs, f.Blocks[s])
			f.Blocks[s].Preds = append(f.Blocks[s].Preds, b)
		}
		if b.Term == Branch {
			b.Cond = f.constant(Pred, 1)
		}
	}
	f.analyze()
	return f
}

func ids(list []*Block) []int {
	out := make([]int, len(list))
	for i, b := range list {
		out[i] = -1
		if b != nil {
			out[i] = b.ID
		}
	}
	return out
}

func TestControlFlow(t *testing.T) {
	for _, test := range []struct {
		name        string
		succs       [][]int
		idom, depth []int // by ID in reverse postorder
	}{
		{"diamond", [][]int{{1, 2}, {3}, {3}, {}}, []int{-1, 0, 0, 0}, []int{0, 0, 0, 0}},
		{"early return", [][]int{{1, 2}, {}, {}}, []int{-1, 0, 0}, []int{0, 0, 0}},
		{"loop in a loop", [][]int{{1}, {2}, {2, 3}, {1, 4}, {}}, []int{-1, 0, 1, 2, 3}, []int{0, 1, 2, 1, 0}},
		{"loop with a break", [][]int{{1}, {2, 4}, {3, 4}, {1}, {}}, []int{-1, 0, 1, 2, 1}, []int{0, 1, 1, 1, 0}},
		{"endless loop", [][]int{{1, 2}, {1}, {}}, []int{-1, 0, 0}, []int{0, 1, 0}},
	} {
		f := graph(test.succs...)
		var idom []*Block
		var depth []int
		for _, b := range f.Blocks {
			idom = append(idom, b.Idom)
			depth = append(depth, b.LoopDepth)
		}
		if diff := cmp.Diff(test.idom, ids(idom)); diff != "" {
			t.Errorf("%s: dominators (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.depth, depth); diff != "" {
			t.Errorf("%s: loop depths (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestCheck: each broken invariant is found.
func TestCheck(t *testing.T) {
	broken := map[string]func(f *Func){
		"edge without counterpart": func(f *Func) { f.Blocks[3].Preds = f.Blocks[3].Preds[:1] },
		"use before definition": func(f *Func) {
			e := emitter{f: f, b: f.Blocks[1]}
			x := e.append(&Value{Op: Neg, Type: S32, Args: []*Value{f.constant(S32, 1)}})
			e.b = f.Blocks[2]
			e.append(&Value{Op: Neg, Type: S32, Args: []*Value{x}})
		},
		"operand of the wrong class": func(f *Func) {
			e := emitter{f: f, b: f.Blocks[1]}
			e.append(&Value{Op: Add, Type: S32, Args: []*Value{f.constant(S32, 1), f.constant(F32, 0)}})
		},
		"phi without an argument": func(f *Func) {
			(&emitter{f: f, b: f.Blocks[3]}).append(&Value{Op: Phi, Type: S32, Args: []*Value{f.constant(S32, 1)}})
		},
		"access without space": func(f *Func) {
			(&emitter{f: f, b: f.Blocks[3]}).append(&Value{Op: Load, Type: S32, Mem: S32, Args: []*Value{f.constant(U32, 1)}})
		},
	}
	for name, breakIt := range broken {
		f := graph([]int{1, 2}, []int{3}, []int{3}, []int{})
		if err := Check(f); err != nil {
			t.Fatal(err)
		}
		breakIt(f)
		if Check(f) == nil {
			t.Errorf("%s: Check found nothing", name)
		}
	}
}
