package warp

import "warpbook.dev/gpumodel/warp/flow"

// profiling is what the profiles of a launch have taken.
type profiling struct {
	work  int64
	steps int64  // of the last block of which they are known
	from  *Stats // when the present block had begun, if it is long
}

const (
	profileShare = 2       // one of so many parts of what is left for profiles is for the next one
	leastProfile = 200_000 // work of one in any case
)

// limitProfile sets the limit of the next profile.
func (m *Machine) limitProfile() {
	m.profiling.from = nil
	if m.MostProfiled > 0 {
		m.limit = limit{m.Work(), max(leastProfile, (m.MostProfiled-m.profiling.work)/profileShare)}
	}
}

// begunProfile keeps what had been counted when a long profile had begun.
func (m *Machine) begunProfile() {
	if m.MostProfiled > 0 && m.block.options.profile != nil && m.profiling.from == nil {
		m.flushCurrent()
		s := m.newStats()
		s.Add(&m.Stats, 1, 1)
		m.profiling.from = &s
	}
}

// estimate counts the rest of a block whose profile was cut off: like what was executed, as often as the
// loops say in which its warps are. If these do not say how far they are, the block has as many steps as the last one
// of which that is known, if not more; without one it is the error why. The statistics had some steps before.
func (m *Machine) estimate(b *Block, before int64, why error) error {
	m.flushCurrent()
	for _, w := range b.warps {
		m.stats = m.statsOf(w)
		if s := &w.sampling; s.on && s.skipped > 0 { // nothing is known of the iteration behind them
			m.total.Add(&s.last, int64(s.skipped), int64(max(1, b.options.profile.Rhythm.Period)))
		}
		m.endSample(w)
		m.countSteps(w)
	}
	share := m.share(b)
	if share == 0 {
		if m.profiling.steps == 0 {
			return why
		}
		share = min(1, float64(m.Stats.Steps-before)/float64(m.profiling.steps))
	}
	if m.profiling.from == nil || share == 1 {
		return nil
	}
	done := m.newStats()
	done.Add(&m.Stats, 1, 1)
	done.Add(m.profiling.from, -1, 1)
	const parts = 1000
	if rest := 1/share - 1; rest < parts*parts {
		m.Stats.Add(&done, int64(rest*parts), parts)
	} else {
		m.Stats.Add(&done, int64(rest), 1)
	}
	return nil
}

// share is what part of a block has been executed; 0 if that is not known of some warp.
func (m *Machine) share(b *Block) (all float64) {
	loops := m.flow.Loops()
	for _, w := range b.warps {
		one := 1.0
		if p := w.stack.top(); !w.done && p != nil && p.pc < len(m.code) {
			one = m.shareOf(w, loops, p.pc)
		}
		if one == 0 {
			return 0
		}
		all += one / float64(len(b.warps))
	}
	return all
}

// shareOf is what part of its loops a warp has executed, the outer ones first. It is 0 if it
// is in none, or if the outermost one may have any number of iterations.
func (m *Machine) shareOf(w *warpState, loops []*flow.Loop, pc int) (share float64) {
	part := 1.0 // of the block, that one iteration of the loop is
	for _, l := range loops {
		if !l.Body[pc] {
			continue
		}
		v := w.loopStateOf(l)
		if v == nil || !v.known {
			break
		}
		trips := float64(v.trips + v.left + 1)
		share += part * float64(v.trips) / trips
		part /= trips
	}
	return share
}

// visitOf is a warp's stay in a loop, if its iterations can be skipped.
func (w *warpState) loopStateOf(l *flow.Loop) *loopState {
	for i := range w.loopStates {
		if w.loopStates[i].loop.Head == l.Head {
			return &w.loopStates[i]
		}
	}
	return nil
}
