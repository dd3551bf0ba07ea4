package host

import (
	"fmt"
	"maps"
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/scalar"
)

// A graph is work with an order: each node runs when those before it are done.
type graph struct {
	nodes []*graphNode
	exec  bool   // it was instantiated: it can be launched
	flags uint64 // of the instantiation
	// While the graph runs:
	queue       []*graphNode // what is left, in an order that respects the edges
	done        map[*graphNode]float64
	into        *stream
	begun       float64
	vectorClock vectorClock // what its latest run has done
}

// The kinds of nodes, as cudaGraphNodeType numbers them.
const (
	kernelNode = iota
	copyNode
	fillNode
	hostNode
	childNode
	emptyNode
	waitNode
	recordNode
	allocNode = 10
	freeNode  = 11
)

// A graphNode is what one of its kinds needs. handle is the program's name for it; what is instantiated has the same one.
type graphNode struct {
	handle uint64
	origin uint64 // handle of what cudaGraphClone cloned it from
	kind   int
	launch *launchCall
	copy   *boxCopy
	fill   *boxFill
	host   [2]uint64 // the function and its argument
	child  *graph
	event  uint64 // that is recorded, or waited for
	at     uint64 // memory that is given out or back
	after  []*graphNode
	// params is what the program said of the node, attributes what it set beside that, by cudaLaunchAttributeID.
	params     []byte
	attributes map[uint64][]byte
	disabled   bool
}

// add appends a node behind others.
func (x *process) add(g *graph, n *graphNode, after ...*graphNode) {
	n.handle, n.after = x.handle(), after
	x.heap.spends(nodeOwn)
	x.nodes[n.handle] = n
	x.nodeOwner[n.handle] = g
	g.nodes = append(g.nodes, n)
}

// clone returns a separate graph with the same work.
func (g *graph) clone() *graph {
	c, copies := &graph{}, map[*graphNode]*graphNode{}
	for _, n := range g.nodes {
		m := *n
		m.attributes = maps.Clone(n.attributes)
		if n.child != nil {
			m.child = n.child.clone()
		}
		copies[n] = &m
		c.nodes = append(c.nodes, &m)
	}
	for _, n := range c.nodes {
		n.after = slices.Clone(n.after)
		for i := range n.after {
			n.after[i] = copies[n.after[i]]
		}
	}
	return c
}

// order is the nodes in an order in which each stands behind those that it waits for: the order in which they were added, as far
// as edges that came later allow it; false if there is a cycle.
func (g *graph) order() (list []*graphNode, ok bool) {
	state := map[*graphNode]int{}
	var visit func(n *graphNode) bool
	visit = func(n *graphNode) bool {
		switch state[n] {
		case 1:
			return false
		case 2:
			return true
		}
		state[n] = 1
		for _, before := range n.after {
			if !visit(before) {
				return false
			}
		}
		state[n] = 2
		list = append(list, n)
		return true
	}
	for _, n := range g.nodes {
		if !visit(n) {
			return nil, false
		}
	}
	return list, true
}

// startGraph begins to run a graph in a stream.
func (x *process) startGraph(g *graph, s *stream) uint64 {
	list, ok := g.order()
	if !ok {
		return x.fails(invalidValue)
	}
	x.takes(microseconds("launch_call_us"))
	g.begun = s.mark(x.now())
	x.ordering.follows(s, g.vectorClock) // it does not run beside itself
	g.queue, g.done, g.into = list, map[*graphNode]float64{}, s
	return success
}

// nextHost runs nodes up to one of the host's, which it returns; nil at the end.
func (x *process) nextHost(g *graph) (*graphNode, error) {
	for len(g.queue) > 0 {
		n := g.queue[0]
		g.queue = g.queue[1:]
		at := g.begun
		for _, before := range n.after {
			at = max(at, g.done[before])
		}
		// Nodes that do not wait for one another run side by side.
		s := &stream{Stream: pcie.Stream{Nonblocking: true, End: at}, number: g.into.number, gpu: g.into.gpu,
			lane: g.into.lane} // their order is not checked
		if n.kind == hostNode {
			g.done[n] = at
			return n, nil
		}
		if err := x.runNode(n, s); err != nil {
			return nil, err
		}
		g.done[n] = s.End
		s.gpu.line.Extend(&g.into.Stream, s.End)
	}
	g.vectorClock = x.ordering.records(g.into)
	return nil, nil
}

// runNode does what a node is for.
func (x *process) runNode(n *graphNode, s *stream) error {
	if n.disabled {
		return nil
	}
	switch n.kind {
	case recordNode:
		if e := x.events[n.event]; e != nil {
			e.recorded = true
			e.at = s.mark(x.now())
			e.vectorClock = x.ordering.records(s)
		}
	case waitNode:
		if e := x.events[n.event]; e != nil && e.recorded {
			s.Wait(e.at)
			x.ordering.follows(s, e.vectorClock)
		}
	case kernelNode:
		return x.launchOn(s, n.launch)
	case copyNode:
		x.copyOn(s, n.copy)
	case fillNode:
		x.fillOn(s, n.fill)
	case childNode:
		if code := x.startGraph(n.child, s); code != success {
			return nil
		}
		for {
			host, err := x.nextHost(n.child)
			if err != nil || host == nil {
				return err
			}
			x.finds(Remark, "a function of the host inside a child graph was not called: it is not modelled; add it to the graph itself")
		}
	}
	return nil
}

// hostHandle notes a graph and writes its handle.
func (x *process) newGraph(c *scalar.Call, g *graph) uint64 {
	h := x.handle()
	x.heap.spends(nodeOwn * len(g.nodes))
	x.graphs[h] = g
	return x.result(c, 8, h)
}

// nodesAt reads handles of nodes that are in a graph, or in what it was cloned from.
func (x *process) nodesAt(g *graph, at uint64, n int) (list []*graphNode, err error) {
	for i := range n {
		slot, ok := x.heap.memory.Bytes(at+uint64(8*i), 8)
		if !ok {
			return nil, fmt.Errorf("the nodes are outside of the memory")
		}
		node := g.node(memory.Word(slot, 8))
		if node == nil {
			return nil, fmt.Errorf("a node is not in the graph")
		}
		list = append(list, node)
	}
	return list, nil
}

// node is the node of a handle, or nil.
func (g *graph) node(handle uint64) *graphNode {
	if i := slices.IndexFunc(g.nodes, func(n *graphNode) bool { return n.handle == handle }); i >= 0 {
		return g.nodes[i]
	}
	return nil
}
