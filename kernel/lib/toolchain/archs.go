package toolchain

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/kernel/lib/cudacell"
)

// known are the architectures of the toolkits from CUDA 8.0 to 13.0, of which the later ones have only a part.
var known = []int{20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121}

// An UnknownArch is an architecture for which no code is made.
type UnknownArch struct {
	Arch int
	Card string // on which programs run
}

func (e *UnknownArch) Error() string {
	var all []string
	for _, sm := range known {
		all = append(all, fmt.Sprintf("sm_%d", sm))
	}
	return fmt.Sprintf("Unsupported gpu architecture 'sm_%d'; the toolkit has %s, and programs run on %s; WARPBOOK_RUN=--gpu=NAME chooses another card",
		e.Arch, strings.Join(all, ", "), e.Card)
}

// checkArchs refuses architectures that neither the toolkit nor the card on which programs run has.
func (c *Compiler) checkArchs(n *cudacell.NVCC) error {
	d, err := c.Device()
	if err != nil {
		return err
	}
	for _, sm := range n.AllArchs() {
		if !slices.Contains(known, sm) && sm != capability(d) {
			return &UnknownArch{sm, d.Name}
		}
	}
	return nil
}

// archWord is the architecture for which code is made, as nvcc writes it: 75 for sm_75.
func (c *Compiler) archWord(n *cudacell.NVCC) string {
	cc := known[0]
	if d, err := c.Device(); err == nil {
		cc = capability(d)
	}
	if all := n.AllArchs(); len(all) > 0 {
		cc = all[0]
	}
	return fmt.Sprint(cc)
}
