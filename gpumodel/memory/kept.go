package memory

// A keptL2 is what the L2 of the GPU holds after launches in an address space that read the clock: the next one finds it. It is empty at
// first, and in an address space of one launch.
type keptL2 struct {
	whole  *LineCache   // as launches see it that are executed without the engine
	slices []*LineCache // as the engine has it
}

func (g *Global) kept() *keptL2 {
	if g.l2 == nil {
		g.l2 = new(keptL2)
	}
	return g.l2
}

// L2 is the L2 for launches that look at it while they are executed.
func (g *Global) L2(bytes, lineBytes, ways int) *LineCache {
	k := g.kept()
	if k.whole == nil {
		k.whole = NewLineCache(bytes, lineBytes, ways)
	}
	return k.whole
}

// L2Slices are the slices of the L2 for a launch that the engine replays, each of so many bytes. All that they hold is there.
func (g *Global) L2Slices(n, bytes, lineBytes, ways int) []*LineCache {
	k := g.kept()
	for len(k.slices) < n {
		k.slices = append(k.slices, NewLineCache(bytes, lineBytes, ways))
	}
	for _, c := range k.slices {
		c.settle()
	}
	return k.slices
}

// ForgetL2 empties the L2.
func (g *Global) ForgetL2() {
	if g.l2 != nil {
		*g.l2 = keptL2{}
	}
}

// settle ends a launch: what was on its way has come, and what was written has been written back.
func (c *LineCache) settle() {
	for i := range c.chunks {
		for k := range c.chunks[i].lines {
			l := &c.chunks[i].lines[k]
			l.Ready, l.Dirty, l.bytes, l.Fill = 0, 0, [4]uint8{}, [2]uint32{}
		}
	}
}
