package host

// disturbedBytes is the size of the smallest array that is disturbed: a single result says nothing of what it was computed from.
const disturbedBytes = 64

// disturbedWord is what then lies in 8 bytes: two floats of 3.39, a double of 100.00002, two integers of a thousand millions. As floats
// they are so small that what else is added to them still shows: two runs that have lost different numbers print different sums.
const disturbedWord = 0x40590000_40590000

// disturbs changes a word of each array of the launch's GPU before the launch, at a share of its size. A kernel that computes its
// result from the arrays has another one then. One that is handed the result by the host, and reads the arrays for show, has the same.
func (x *process) disturbs() {
	if x.Disturb == nil {
		return
	}
	for _, a := range x.allocations {
		if a.freed != 0 || a.gpu != x.gpu || a.size < disturbedBytes {
			continue
		}
		words := a.size / 8
		at := 8 * max(0, min(words-1, int(*x.Disturb*float64(words))))
		a.buffer.Store(at, 8, disturbedWord)
		a.buffer.Changed()
	}
}
