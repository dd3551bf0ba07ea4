package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/memory"
)

// TestQueue takes random events, near and far, in the order of their times, and those of one time in the
// order in which they were scheduled, while others are scheduled.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, warps := range []int{1, 40, 4000} {
		q := newQueue(warps, 3, 3)
		var left []event
		now, ports := memory.Time(0), [3]memory.Time{}
		for step := range 40_000 {
			if len(left) == 0 || step < 30_000 && r.IntN(20) < 11 {
				at := now + memory.Time(r.Int64N([]int64{1, 1000, 1_000_000, 10_000_000_000}[r.IntN(4)]))
				if id := int32(r.IntN(3)); ports[id] == 0 && r.IntN(4) == 0 {
					q.set(&q.ports, id, at)
					ports[id] = at
					left = append(left, event{at, q.seq, portReady, id})
					continue
				}
				q.push(at, warpReady, int32(step))
				left = append(left, event{at, q.seq, warpReady, int32(step)})
				continue
			}
			got, ok := q.next()
			i := 0
			for k := range left {
				if left[k].before(&left[i]) {
					i = k
				}
			}
			if diff := cmp.Diff(left[i], got, cmp.AllowUnexported(event{})); !ok || diff != "" {
				t.Fatalf("step %d of %d warps (-want +got):\n%s", step, warps, diff)
			}
			if got.kind == portReady {
				ports[got.id] = 0
			}
			now = got.at
			left = slices.Delete(left, i, i+1)
		}
		for range left {
			q.next()
		}
		if e, ok := q.next(); ok {
			t.Errorf("an empty queue has %+v", e)
		}
	}
}
