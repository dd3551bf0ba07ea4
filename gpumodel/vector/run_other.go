//go:build !amd64

package vector

// There is no assembly for this processor.
const quick = false

func run(*Op, *Word) int { panic("BUG: no assembly") }

func same(low, high, pattern *Word, base, baseHigh uint32) uint32 { panic("BUG: no assembly") }

func loadWord(d *Word, from []byte) { panic("BUG: no assembly") }

func saveWord(to []byte, s *Word) { panic("BUG: no assembly") }

func gather(d *Word, from *byte, offsets *Word, lanes uint32) { panic("BUG: no assembly") }
