package isa

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLayout lays out graphs of blocks: the successors of each, the one for a true
// condition first. The blocks without any are returns, in the order of the source.
func TestLayout(t *testing.T) {
	for _, test := range []struct {
		name  string
		succs [][]int
		want  []int
	}{
		{"if and else", [][]int{{1, 2}, {3}, {3}, {}}, []int{0, 1, 2, 3}},
		{"early return", [][]int{{1, 2}, {}, {}}, []int{0, 1, 2}},
		{"early return, negated", [][]int{{2, 1}, {}, {}}, []int{0, 1, 2}},
		{"return from an if", [][]int{{1, 4}, {2, 3}, {}, {4}, {}}, []int{0, 1, 2, 3, 4}},
		{"loop", [][]int{{1}, {2, 3}, {1}, {}}, []int{0, 1, 2, 3}},
		{"loop left by a false condition", [][]int{{1}, {3, 2}, {1}, {}}, []int{0, 1, 2, 3}},
		{"return from a loop", [][]int{{1}, {2, 5}, {3, 4}, {}, {1}, {}}, []int{0, 1, 2, 3, 4, 5}},
		{"break from an if in a loop", [][]int{{1}, {2, 6}, {3, 5}, {6, 4}, {5}, {1}, {}}, []int{0, 1, 2, 3, 4, 5, 6}},
		{"side that continues, way out behind it", [][]int{{1}, {2, 3}, {1}, {5, 4}, {1}, {}}, []int{0, 1, 2, 3, 4, 5}},
		{"loop in a loop, both left by a break", [][]int{{1}, {2}, {3, 6}, {2, 4}, {5, 6}, {1}, {}}, []int{0, 1, 2, 3, 4, 5, 6}},
		{"break with work", [][]int{{1}, {2, 5}, {4, 3}, {1}, {5}, {}}, []int{0, 1, 2, 4, 3, 5}},
		{"two breaks with work", [][]int{{1}, {2, 3}, {7}, {5, 4}, {6}, {7}, {1}, {}}, []int{0, 1, 2, 3, 5, 4, 6, 7}},
		{"fall-through", [][]int{{3, 1}, {4, 2}, {5}, {4}, {5}, {}}, []int{0, 3, 1, 4, 2, 5}},
		{"endless loop", [][]int{{1, 2}, {1}, {}}, []int{0, 1, 2}},
	} {
		blocks := make([]*block, len(test.succs))
		for i := range blocks {
			blocks[i] = new(block)
		}
		number, returns := map[*block]int{}, 0
		for i, b := range blocks {
			number[b] = i
			for _, s := range test.succs[i] {
				b.succs = append(b.succs, blocks[s])
			}
			if len(b.succs) == 0 {
				returns++
				b.exit = returns
			}
		}
		var got []int
		for _, b := range reverseOrder(blocks[0]) {
			got = append(got, number[b])
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}
