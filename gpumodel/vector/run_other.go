//go:build !amd64 && !arm64

package vector

// There is no assembly for this processor.
const accelerated = false

func run(*Op, *Word, **Access) int { panic("BUG: no assembly") }

func same(low, high, pattern *Word, base, baseHigh uint32) uint32 { panic("BUG: no assembly") }

func loadRows(d *Word, from *byte, places *[4]int32, lanes uint32) { panic("BUG: no assembly") }

func saveRows(to *byte, s *Word, places *[4]int32, lanes uint32) { panic("BUG: no assembly") }

func loadWindows(d *Word, from *byte, places *[4]int32, which *Word, lanes uint32) {
	panic("BUG: no assembly")
}

func gather(d *Word, from *byte, offsets *Word, lanes uint32) { panic("BUG: no assembly") }

func distances(of, low, high *Word, s *span, base, baseHigh, lanes uint32) { panic("BUG: no assembly") }
