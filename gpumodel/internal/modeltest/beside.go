package modeltest

import (
	"errors"
	"iter"
	"slices"

	"warpbook.dev/gpumodel/warp"
)

// SideBySide executes a block on two machines and gives the pieces of its traces, as
// the timing engine would replay them.
func SideBySide(a, b *warp.Machine, block int) iter.Seq2[[2][]warp.Trace, error] {
	return func(yield func([2][]warp.Trace, error) bool) {
		x, err := a.Start(block, warp.Options{})
		if err != nil {
			yield([2][]warp.Trace{}, err)
			return
		}
		y, err := b.Start(block, warp.Options{})
		for yield([2][]warp.Trace{x.Warps, y.Warps}, err) && err == nil {
			w := running(x)
			if w < 0 {
				a.Release(x)
				b.Release(y)
				return
			}
			err = errors.Join(a.Continue(x, w), b.Continue(y, w))
		}
	}
}

// Whole executes a block of a machine to its end.
func Whole(m *warp.Machine, block int) error {
	x, err := m.Start(block, warp.Options{})
	for err == nil {
		w := running(x)
		if w < 0 {
			m.Release(x)
			return nil
		}
		err = m.Continue(x, w)
	}
	return err
}

// running is the first warp of a block that goes on, or -1.
func running(b *warp.Block) int {
	return slices.IndexFunc(b.Warps, func(w warp.Trace) bool { return !w.Done && len(w.Steps) > 0 })
}
