//go:build amd64 || arm64

package vector

// run executes operations from code on up to the first whose kind is Stop or above, and returns how many bytes of
// the code lie before it.
//
//go:noescape
func run(code *Op, frame *Word, accesses **Access) (bytes int)

//go:noescape
func same(low, high, pattern *Word, base, baseHigh uint32) (lanes uint32)

//go:noescape
func loadRows(d *Word, from *byte, places *[4]int32, lanes uint32)

//go:noescape
func saveRows(to *byte, s *Word, places *[4]int32, lanes uint32)

//go:noescape
func loadWindows(d *Word, from *byte, places *[4]int32, which *Word, lanes uint32)

//go:noescape
func gather(d *Word, from *byte, offsets *Word, lanes uint32)

//go:noescape
func distances(of, low, high *Word, s *span, base, baseHigh, lanes uint32)
