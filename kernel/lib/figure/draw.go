package figure

import "warpbook.dev/plotting"

// label is a text in a diagram, without a frame, that begins at the left.
func label(x, y, w, h float64, text string) plotting.Box {
	return plotting.Box{X: x, Y: y, W: w, H: h, Look: plotting.Bare, Place: plotting.Beginning, Text: text}
}
