package ir

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPressure: what is kept while loads move is what the definition says, before and after them.
func TestPressure(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(sources) == 0 {
		t.Fatal("no testdata", err)
	}
	moves := 0
	for _, name := range sources {
		file, fn := parse(t, source(t, strings.TrimSuffix(filepath.Base(name), ".cu")))
		f, err := construct(t.Context(), file, fn, later)
		if err != nil {
			t.Fatal(err)
		}
		optimize(f, func(pass string) {
			if pass == "take a part" { // in front of the scheduler
				moves += comparePressure(t, f)
			}
		})
	}
	if moves < 20 {
		t.Errorf("%d loads moved, want 20 at least", moves)
	}
}

// comparePressure moves each load of a function up where it may, and returns the number of moves.
func comparePressure(t *testing.T, f *Func) (moves int) {
	f.analyze()
	live := f.liveIn()
	for _, b := range f.Blocks {
		out := f.liveOut(b, live)
		p := f.pressureOf(b, out)
		compare := func(when string) {
			all, ahead := f.definedPressure(b, out)
			if diff := cmp.Diff(all, p.all) + cmp.Diff(ahead, p.ahead); diff != "" {
				t.Fatalf("block %d, %s: the pressure differs (-defined +kept):\n%s%s", b.ID, when, diff, f)
			}
		}
		compare("as it was")
		order, phis := slices.Clone(b.Values), len(b.phis())
		for i := range b.Values {
			to := max(phis, i/2)
			if to < i && f.goesAhead(b.Values[i]) && f.moveUp(b, i, to) > 0 {
				p.permuted(to, i)
				moves++
			}
		}
		compare("with its loads moved")
		copy(b.Values, order)
	}
	return moves
}

// definedPressure counts, in front of each value of a block, the registers of values that are set before
// and used there or later.
func (f *Func) definedPressure(b *Block, live map[*Value]bool) (all, ahead []int) {
	all, ahead = make([]int, len(b.Values)+1), make([]int, len(b.Values)+1)
	for at := range all {
		used := map[*Value]bool{}
		for v := range live {
			used[held(v)] = true
		}
		for _, v := range b.Values[at:] {
			if v.Op != Phi {
				for _, a := range v.Args {
					used[held(a)] = true
				}
			}
		}
		later := func(v *Value) bool { return v.Op != Phi && slices.Contains(b.Values[at:], v) }
		maps.DeleteFunc(used, func(v *Value, _ bool) bool { return v.Leaf() || later(v) })
		for v := range used {
			n := (v.Type.Size() + 3) / 4 * max(1, v.Lanes)
			if all[at] += n; f.goesAhead(v) && v.Op != Phi && slices.Contains(b.Values[:at], v) {
				ahead[at] += n
			}
		}
	}
	return all, ahead
}
