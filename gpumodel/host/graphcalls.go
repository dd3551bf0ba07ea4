package host

import (
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
			if x.graphs[c.Args[0]] == nil {
				return x.fails(invalidValue)
			}
			delete(x.graphs, c.Args[0])
			return success
		}),
		// cudaGraphClone also instantiates: what a program changes of the graph later does not change the clone.
		"cudaGraphClone": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graphs[c.Args[1]]
			if g == nil {
				return x.fails(invalidValue)
			}
			if _, ok := g.order(); !ok {
				return x.fails(invalidValue)
			}
			return x.newGraph(c, g.clone())
		}),
		// Args: 0 for an empty node, 1 for a function and its argument, 2 for a graph, 3 and 4 for memory.
		"cudaGraphAdd": plain(func(x *process, c *scalar.Call) uint64 {
			n := &graphNode{kind: []int{emptyNode, hostNode, childNode, allocNode, freeNode}[c.Args[4]]}
			switch n.kind {
			case hostNode:
				n.host = [2]uint64{c.Args[5], c.Args[6]}
			case childNode:
				child := x.graphs[c.Args[5]]
				if child == nil {
					return x.fails(invalidValue)
				}
				n.child = child.clone()
			default:
				n.at = c.Args[5]
			}
			return x.addNode(c, n)
		}),
		"cudaGraphAddKernel": func(x *process, c *scalar.Call) (uint64, error) {
			l, err := x.kernelNode(c, c.Args[4:])
			if l == nil || err != nil {
				return x.fails(invalidFunction), err
			}
			return x.addNode(c, &graphNode{kind: kernelNode, launch: l}), nil
		},
		// Args behind the first four: as those of cudaMemcpyBox.
		"cudaGraphAddCopy": plain(func(x *process, c *scalar.Call) uint64 {
			a := c.Args[4:]
			return x.addNode(c, &graphNode{kind: copyNode, copy: &boxCopy{
				to: side{at: a[0], pitch: sizeOf(a[1]), rows: int(a[2])}, from: side{at: a[3], pitch: sizeOf(a[4]), rows: int(a[5])},
				width: int(a[6]), height: int(a[7]), depth: int(a[8]), kind: int(int32(a[9])), async: true, line: c.Line,
			}})
		}),
		"cudaGraphAddFill": plain(func(x *process, c *scalar.Call) uint64 {
			a := c.Args[4:]
			return x.addNode(c, &graphNode{kind: fillNode, fill: &boxFill{
				to: side{at: a[0], pitch: sizeOf(a[1])}, value: a[2], width: sizeOf(a[3]), height: sizeOf(a[4]), element: int(uint32(a[5])), line: c.Line,
			}})
		}),
		"cudaGraphDepend": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.graphs[c.Args[0]]
			if g == nil || g.node(c.Args[1]) == nil || g.node(c.Args[2]) == nil {
				return x.fails(invalidValue)
			}
			to := g.node(c.Args[2])
			to.after = append(to.after, g.node(c.Args[1]))
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
		"cudaGraphSetKernel": func(x *process, c *scalar.Call) (uint64, error) {
			g := x.graphs[c.Args[0]]
			if c.Args[0] == 0 {
				g = x.nodeOwner[c.Args[1]]
			}
			l, err := x.kernelNode(c, c.Args[2:])
			if err != nil || l == nil || g == nil || g.node(c.Args[1]) == nil {
				return x.fails(invalidValue), err
			}
			g.node(c.Args[1]).launch = l
			return success, nil
		},
		// cudaGraphUpdate gives a graph that was instantiated the values of another one with the same nodes and edges.
		"cudaGraphUpdate": plain(func(x *process, c *scalar.Call) uint64 {
			e, g := x.graphs[c.Args[0]], x.graphs[c.Args[1]]
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
			for i, n := range next.nodes { // the program may know nodes by the handles of the first graph
				n.handle = e.nodes[i].handle
			}
			*e = *next
			return success
		}),
		"cudaGraphLaunch": plain(func(x *process, c *scalar.Call) uint64 {
			g, s := x.graphs[c.Args[0]], x.streamOf(c.Args[1])
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

// addNode appends a node whose graph and neighbours are the first arguments.
func (x *process) addNode(c *scalar.Call, n *graphNode) uint64 {
	g := x.graphs[c.Args[1]]
	if g == nil {
		return x.fails(invalidValue)
	}
	after, err := x.nodesAt(g, c.Args[2], sizeOf(c.Args[3]))
	if err != nil {
		x.find("line %d: %v", c.Line, err)
		return x.fails(invalidValue)
	}
	x.add(g, n, after...)
	return x.result(c, 8, n.handle)
}

// kernelNode is a launch: the kernel, the sizes of grid and block, the addresses of the arguments, bytes of shared memory.
func (x *process) kernelNode(c *scalar.Call, a []uint64) (*launchCall, error) {
	k := x.kernelAt(a[0])
	if k == nil {
		return nil, nil
	}
	size := func(i int) gpumodel.Dim3 {
		return gpumodel.Dim3{X: int(uint32(a[i])), Y: int(uint32(a[i+1])), Z: int(uint32(a[i+2]))}
	}
	params, err := x.paramsAt(c, k.Func(), a[7])
	return &launchCall{kernel: k, grid: size(1), block: size(4), params: params, shared: int(uint32(a[8])), line: c.Line}, err
}

// list writes handles and their number: as many as the number says that there is room for.
func (x *process) list(count, at uint64, handles []uint64) uint64 {
	room := len(handles)
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
