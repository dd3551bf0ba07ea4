package host

import (
	"maps"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// Calls for graphs. The first arguments of those that add a node are: where its handle goes, the graph, the nodes before it and
// their number.
func init() {
	register(map[string]system{
		"cudaGraphCreate": plain(func(x *process, c *scalar.Call) uint64 { return x.newGraph(c, &graph{}) }),
		"cudaGraphDestroy": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graphs[c.Args[0]]
			if g == nil {
				return x.fails(invalidValue)
			}
			for _, n := range g.nodes {
				if x.nodeOwner[n.handle] == g { // not a node of the graph that g was cloned from
					drop(x, x.nodes, n.handle)
					delete(x.nodeOwner, n.handle)
				}
			}
			x.heap.spends(-nodeOwn * len(g.nodes))
			drop(x, x.graphs, c.Args[0])
			return success
		}),
		"cudaGraphClone": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graph(c.Args[1])
			if g == nil {
				return x.fails(invalidValue)
			}
			clone := g.clone()
			for _, n := range clone.nodes {
				n.origin, n.handle = n.handle, x.handle()
				x.nodes[n.handle], x.nodeOwner[n.handle] = n, clone
			}
			return x.newGraph(c, clone)
		}),
		// What a program changes of a graph does not change what was instantiated.
		"cudaGraphInstantiate": plain(func(x *process, c *scalar.Call) uint64 {
			g, flags := x.graph(c.Args[1]), c.Args[2]
			if g == nil || flags > mostInstantiateFlags {
				return x.fails(invalidValue)
			}
			if _, ok := g.order(); !ok {
				return x.fails(invalidValue)
			}
			e := g.clone()
			e.exec, e.flags = true, flags
			return x.newGraph(c, e)
		}),
		// Args: what was instantiated, where the flags go or 0.
		"cudaGraphFlags": plain(func(x *process, c *scalar.Call) uint64 {
			e := x.graphExec(c.Args[0])
			switch {
			case e == nil:
				return x.fails(invalidValue)
			case c.Args[1] == 0:
				return success
			}
			c.Args = c.Args[1:]
			return x.result(c, 8, e.flags)
		}),
		// Of all nodes, the words behind the first four are those that nodeOf takes.
		"cudaGraphAdd":       addsNode((*process).simpleNode),
		"cudaGraphAddKernel": addsNode((*process).kernelNode),
		"cudaGraphAddCopy":   addsNode((*process).copyNode),
		"cudaGraphAddFill":   addsNode((*process).fillNode),
		"cudaGraphSet":       changesNode((*process).simpleNode),
		"cudaGraphSetKernel": changesNode((*process).kernelNode),
		"cudaGraphSetCopy":   changesNode((*process).copyNode),
		"cudaGraphSetFill":   changesNode((*process).fillNode),
		"cudaGraphDestroyNode": plain(func(x *process, c *scalar.Call) uint64 {
			n, g := x.nodes[c.Args[0]], x.nodeOwner[c.Args[0]]
			if n == nil || g.node(c.Args[0]) == nil {
				return x.fails(invalidValue)
			}
			g.nodes = slices.DeleteFunc(g.nodes, func(m *graphNode) bool { return m == n })
			for _, m := range g.nodes {
				m.after = slices.DeleteFunc(m.after, func(before *graphNode) bool { return before == n })
			}
			delete(x.nodes, c.Args[0])
			return success
		}),
		// Args: the graph, the node before, the node behind it, whether the edge is added or taken away.
		"cudaGraphDepend": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graph(c.Args[0])
			if g == nil || g.node(c.Args[1]) == nil || g.node(c.Args[2]) == nil {
				return x.fails(invalidValue)
			}
			from, to := g.node(c.Args[1]), g.node(c.Args[2])
			at := slices.Index(to.after, from)
			switch add := c.Args[3] != 0; {
			case add == (at >= 0) || from == to:
				return x.fails(invalidValue)
			case add:
				to.after = append(to.after, from)
			default:
				to.after = slices.Delete(to.after, at, at+1)
			}
			return success
		}),
		// Args: the node, where the handles go or null, their number, whether those behind the node are meant or those before it.
		"cudaGraphNeighbours": plain(func(x *process, c *scalar.Call) uint64 {
			n := x.nodes[c.Args[0]]
			if n == nil || c.Args[2] == 0 {
				return x.fails(invalidValue)
			}
			var list []uint64
			if c.Args[3] == 0 {
				for _, before := range n.after {
					list = append(list, before.handle)
				}
				return x.list(c.Args[2], c.Args[1], list)
			}
			for _, m := range x.nodeOwner[n.handle].nodes {
				if slices.Contains(m.after, n) {
					list = append(list, m.handle)
				}
			}
			return x.list(c.Args[2], c.Args[1], list)
		}),
		// Args: where the handle goes, the node, the clone.
		"cudaGraphInClone": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graph(c.Args[2])
			if g == nil {
				return x.fails(invalidValue)
			}
			for _, n := range g.nodes {
				if n.origin == c.Args[1] && c.Args[1] != 0 {
					return x.result(c, 8, n.handle)
				}
			}
			return x.fails(invalidValue)
		}),
		// Args: what was instantiated, the node, whether it is to run, or where it goes whether it does.
		"cudaGraphEnable": plain(func(x *process, c *scalar.Call) uint64 {
			e := x.graphExec(c.Args[0])
			if e == nil || e.node(c.Args[1]) == nil {
				return x.fails(invalidValue)
			}
			n := e.node(c.Args[1])
			if n.kind != kernelNode && n.kind != copyNode && n.kind != fillNode {
				return x.fails(invalidValue)
			}
			if c.Args[3] == 0 {
				n.disabled = c.Args[2] == 0
				return success
			}
			enabled := uint64(1)
			if n.disabled {
				enabled = 0
			}
			c.Args = c.Args[3:]
			return x.result(c, 4, enabled)
		}),
		// Args: the node, what the program said of it, bytes of that.
		"cudaGraphKeep": plain(func(x *process, c *scalar.Call) uint64 {
			n := x.nodes[c.Args[0]]
			data, ok := x.heap.memory.Bytes(c.Args[1], sizeOf(c.Args[2]))
			if n == nil || !ok {
				return x.fails(invalidValue)
			}
			n.params = slices.Clone(data)
			if n.kind == kernelNode { // whose arguments the program may be done with
				memory.PutWord(n.params[argsOfKernelNode:], 8, x.keepArgs(n.launch))
			}
			return success
		}),
		// Args: the node, the kind that it must have, where what the program said of it goes, bytes of that.
		"cudaGraphKept": plain(func(x *process, c *scalar.Call) uint64 {
			n := x.nodes[c.Args[0]]
			data, ok := x.heap.memory.Bytes(c.Args[2], sizeOf(c.Args[3]))
			if n == nil || n.kind != int(c.Args[1]) || !ok || c.Args[2] == 0 {
				return x.fails(invalidValue)
			}
			if n.params == nil {
				n.params = x.capturedParams(n)
			}
			copy(data, n.params)
			return success
		}),
		// Args: the node, the kind that it must have, where its event or graph goes.
		"cudaGraphOf": plain(func(x *process, c *scalar.Call) uint64 {
			n := x.nodes[c.Args[0]]
			if n == nil || n.kind != int(c.Args[1]) {
				return x.fails(invalidValue)
			}
			of := n.event
			if n.child != nil {
				of = x.handle()
				x.graphs[of] = n.child
			}
			c.Args = c.Args[2:]
			return x.result(c, 8, of)
		}),
		// Args: the node, the cudaLaunchAttributeID, the value, whether it is set.
		"cudaGraphAttribute": plain(func(x *process, c *scalar.Call) uint64 {
			n := x.nodes[c.Args[0]]
			data, ok := x.heap.memory.Bytes(c.Args[2], launchAttributeBytes)
			if n == nil || n.kind != kernelNode || !ok {
				return x.fails(invalidValue)
			}
			return x.attributeOf(&n.attributes, c.Args[1], data, c.Args[3] != 0)
		}),
		// Args: the node that gets attributes, and the one that has them.
		"cudaGraphAttributes": plain(func(x *process, c *scalar.Call) uint64 {
			to, from := x.nodes[c.Args[0]], x.nodes[c.Args[1]]
			if to == nil || from == nil || to.kind != kernelNode || from.kind != kernelNode {
				return x.fails(invalidValue)
			}
			to.attributes = maps.Clone(from.attributes)
			return success
		}),
		// Args: the graph, where the handles go or null, their number, whether only those are meant that wait for none.
		"cudaGraphNodes": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graphs[c.Args[0]]
			if g == nil {
				return x.fails(invalidValue)
			}
			var list []uint64
			for _, n := range g.nodes {
				if c.Args[3] == 0 || len(n.after) == 0 {
					list = append(list, n.handle)
				}
			}
			return x.list(c.Args[2], c.Args[1], list)
		}),
		"cudaGraphEdges": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graphs[c.Args[0]]
			if g == nil {
				return x.fails(invalidValue)
			}
			var from, to []uint64
			for _, n := range g.nodes {
				for _, before := range n.after {
					from, to = append(from, before.handle), append(to, n.handle)
				}
			}
			if c.Args[2] != 0 {
				x.list(0, c.Args[2], to)
			}
			return x.list(c.Args[3], c.Args[1], from)
		}),
		"cudaGraphNodeType": plain(func(x *process, c *scalar.Call) uint64 {
			n := x.nodes[c.Args[0]]
			slot, ok := x.heap.memory.Bytes(c.Args[1], 4)
			if n == nil || !ok {
				return x.fails(invalidValue)
			}
			memory.PutWord(slot, 4, uint64(n.kind))
			return success
		}),
		// cudaGraphUpdate gives a graph that was instantiated the values of another one with the same nodes and edges.
		"cudaGraphUpdate": plain(func(x *process, c *scalar.Call) uint64 {
			e, g := x.graphExec(c.Args[0]), x.graph(c.Args[1])
			if e == nil || g == nil {
				return x.fails(invalidValue)
			}
			same := len(e.nodes) == len(g.nodes)
			for i := 0; same && i < len(e.nodes); i++ {
				same = e.nodes[i].kind == g.nodes[i].kind && len(e.nodes[i].after) == len(g.nodes[i].after)
			}
			if !same {
				return x.fails(updateFailure)
			}
			next := g.clone()
			next.exec, next.flags = true, e.flags
			for i, n := range next.nodes { // the program may know nodes by the handles of the first graph
				n.handle = e.nodes[i].handle
			}
			*e = *next
			return success
		}),
		"cudaGraphLaunch": plain(func(x *process, c *scalar.Call) uint64 {
			g, s := x.graphExec(c.Args[0]), x.streamOf(c.Args[1])
			switch {
			case x.failed():
				return uint64(x.gpu.sticky)
			case g == nil || s == nil:
				return x.fails(invalidValue)
			case s.capture != nil:
				return x.captured(s, &graphNode{kind: childNode, child: g.clone()})
			}
			return x.startGraph(g, s)
		}),
		// cudaGraphNext runs a graph up to a function of the host, which it writes with its argument; 0 at the end.
		"cudaGraphNext": func(x *process, c *scalar.Call) (uint64, error) {
			g := x.graphs[c.Args[0]]
			data, ok := x.heap.memory.Bytes(c.Args[1], 16)
			if g == nil || !ok {
				return 0, nil
			}
			n, err := x.nextHost(g)
			if n == nil || err != nil {
				return 0, err
			}
			memory.PutWord(data, 8, n.host[0])
			memory.PutWord(data[8:], 8, n.host[1])
			return 1, nil
		},
	})
}

// mostInstantiateFlags is all of cudaGraphInstantiateFlags together.
const mostInstantiateFlags = 15

// argsOfKernelNode is where a cudaKernelNodeParams has the addresses of the arguments: behind a pointer, two dim3 and the bytes of
// shared memory.
const argsOfKernelNode = 40

// graph is the graph of a handle, and graphExec what was instantiated of one; nil if it is not that.
func (x *process) graph(handle uint64) *graph {
	if g := x.graphs[handle]; g != nil && !g.exec {
		return g
	}
	return nil
}

func (x *process) graphExec(handle uint64) *graph {
	if g := x.graphs[handle]; g != nil && g.exec {
		return g
	}
	return nil
}

// A nodeMaker makes a node of its words; the code says why there is none.
type nodeMaker func(x *process, c *scalar.Call, words []uint64) (n *graphNode, code int, err error)

// addsNode is a call that appends a node. Its first arguments are where the handle goes, the graph, the nodes before and their number.
func addsNode(node nodeMaker) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		g := x.graph(c.Args[1])
		if g == nil || c.Args[0] == 0 {
			return x.fails(invalidValue), nil
		}
		after, err := x.nodesAt(g, c.Args[2], sizeOf(c.Args[3]))
		if err != nil {
			x.find("line %d: %v", c.Line, err)
			return x.fails(invalidValue), nil
		}
		n, code, err := node(x, c, c.Args[4:])
		if n == nil {
			return x.fails(code), err
		}
		x.add(g, n, after...)
		return x.result(c, 8, n.handle), nil
	}
}

// changesNode is a call that makes a node of other words. Its first arguments are what was instantiated, or 0 for the node's own graph,
// and the node.
func changesNode(node nodeMaker) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		g := x.graphExec(c.Args[0])
		if c.Args[0] == 0 {
			g = x.nodeOwner[c.Args[1]]
		}
		if g == nil || g.node(c.Args[1]) == nil {
			return x.fails(invalidValue), nil
		}
		old := g.node(c.Args[1])
		n, code, err := node(x, c, c.Args[4:])
		if n == nil || n.kind != old.kind {
			return x.fails(max(code, invalidValue)), err
		}
		old.launch, old.copy, old.fill, old.host, old.child, old.event = n.launch, n.copy, n.fill, n.host, n.child, n.event
		return success, nil
	}
}

// simpleNode is a node of two words: 0 for an empty node, 1 for a function and its argument, 2 for a graph, 3 and 4 for memory,
// 5 and 6 for an event.
func (x *process) simpleNode(c *scalar.Call, a []uint64) (*graphNode, int, error) {
	n := &graphNode{kind: []int{emptyNode, hostNode, childNode, allocNode, freeNode, recordNode, waitNode}[a[0]]}
	switch n.kind {
	case hostNode:
		n.host = [2]uint64{a[1], a[2]}
	case childNode:
		child := x.graph(a[1])
		if child == nil || child == x.graph(c.Args[1]) {
			return nil, invalidValue, nil
		}
		n.child = child.clone()
	case recordNode, waitNode:
		if x.events[a[1]] == nil {
			return nil, invalidValue, nil
		}
		n.event = a[1]
	default:
		n.at = a[1]
	}
	return n, success, nil
}

// copyNode is a copy: its words are those of cudaMemcpyBox up to the kind.
func (x *process) copyNode(c *scalar.Call, a []uint64) (*graphNode, int, error) {
	n := &graphNode{kind: copyNode, copy: &boxCopy{
		to: side{at: a[0], pitch: sizeOf(a[1]), rows: sizeOf(a[2])}, from: side{at: a[3], pitch: sizeOf(a[4]), rows: sizeOf(a[5])},
		width: sizeOf(a[6]), height: sizeOf(a[7]), depth: sizeOf(a[8]), kind: int(int32(a[9])), async: true, line: c.Line,
	}}
	some, code := x.checkCopy(n.copy)
	if code == success && !some {
		code = invalidValue
	}
	if code != success {
		return nil, code, nil
	}
	return n, success, nil
}

// fillNode is a fill: where, the pitch, the value, bytes of a row, rows, bytes of an element.
func (x *process) fillNode(c *scalar.Call, a []uint64) (*graphNode, int, error) {
	f := &boxFill{
		to: side{at: a[0], pitch: sizeOf(a[1])}, value: a[2], width: sizeOf(a[3]), height: sizeOf(a[4]), element: int(uint32(a[5])), line: c.Line,
	}
	if f.element != 1 && f.element != 2 && f.element != 4 {
		return nil, invalidValue, nil
	}
	if code := x.checkFill(f); code != success {
		return nil, code, nil
	}
	return &graphNode{kind: fillNode, fill: f}, success, nil
}

// kernelNode is a launch: the kernel, the sizes of grid and block, the addresses of the arguments, bytes of shared memory.
func (x *process) kernelNode(c *scalar.Call, a []uint64) (*graphNode, int, error) {
	k := x.kernelAt(a[0])
	if k == nil {
		return nil, invalidFunction, nil
	}
	size := func(i int) gpumodel.Dim3 {
		return gpumodel.Dim3{X: int(uint32(a[i])), Y: int(uint32(a[i+1])), Z: int(uint32(a[i+2]))}
	}
	params, err := x.paramsAt(c, k.Func(), a[7])
	if err != nil {
		return nil, 0, err
	}
	l := &launchCall{kernel: k, grid: size(1), block: size(4), params: params, shared: int(uint32(a[8])), line: c.Line}
	if code, err := x.checkLaunch(l, x.launchOf(l)); err != nil {
		x.find("line %d: %s cannot be launched: %v%s", l.line, k.Name, err, x.refusedWhy(l))
		return nil, code, nil
	}
	return &graphNode{kind: kernelNode, launch: l}, success, nil
}

// keepArgs keeps the arguments of a launch in the host's memory, and returns the address of their addresses.
func (x *process) keepArgs(l *launchCall) uint64 {
	parameters := l.kernel.Func().Params
	table := x.heap.alloc(8*len(parameters), 0)
	next := 0
	for i, v := range parameters {
		at := x.heap.alloc(v.Type.Size(), 0)
		if slot, ok := x.heap.memory.Bytes(table+8*uint64(i), 8); ok {
			memory.PutWord(slot, 8, at)
		}
		if data, ok := x.heap.memory.Bytes(at, v.Type.Size()); ok {
			next += putWords(l.params[next:], v.Type, data)
		}
	}
	return table
}

// list writes handles and their number: as many as the number says that there is room for.
func (x *process) list(count, at uint64, handles []uint64) uint64 {
	room := len(handles)
	if count == 0 && at == 0 {
		return x.fails(invalidValue)
	}
	if slot, ok := x.heap.memory.Bytes(count, 8); count != 0 && ok {
		if at != 0 {
			room = min(room, int(memory.Word(slot, 8)))
		}
		memory.PutWord(slot, 8, uint64(len(handles)))
	}
	for i := 0; at != 0 && i < room; i++ {
		slot, ok := x.heap.memory.Bytes(at+uint64(8*i), 8)
		if !ok {
			return x.fails(invalidValue)
		}
		memory.PutWord(slot, 8, handles[i])
	}
	return success
}
