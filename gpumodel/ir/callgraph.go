package ir

import (
	"slices"

	"warpbook.dev/gpumodel/cuda"
)

// A component is a set of functions that call themselves or one another: those of a strongly connected
// component of the call graph. They are not expanded where they are called; see recursion.go.
type component struct {
	funcs  []*cuda.Func
	bodies map[*cuda.Func][]cuda.Stmt // as flatten.go makes them
	// offset is where a variable lies in the frame of its function, size what a frame has in bytes. All functions
	// of a component have frames of one size, so that a return need not know which one it leaves.
	offset  map[*cuda.Var]int64
	size    int64
	results map[*cuda.Func]*cuda.Var
	calling map[any]bool // which nodes of the trees have calls of the component
}

// components are those of the functions that fn calls, by function.
func components(fn *cuda.Func) map[*cuda.Func]*component {
	t := &tarjan{index: map[*cuda.Func]int{}, low: map[*cuda.Func]int{}, calls: map[*cuda.Func][]*cuda.Func{},
		found: map[*cuda.Func]*component{}}
	t.visit(fn)
	return t.found
}

// tarjan finds strongly connected components by Tarjan's algorithm.
type tarjan struct {
	index, low map[*cuda.Func]int
	stack      []*cuda.Func
	calls      map[*cuda.Func][]*cuda.Func
	found      map[*cuda.Func]*component
}

func (t *tarjan) visit(fn *cuda.Func) {
	t.index[fn] = len(t.index) + 1
	t.low[fn] = t.index[fn]
	t.stack = append(t.stack, fn)
	walk(fn.Body, func(n any) bool {
		call, ok := n.(*cuda.Call)
		if !ok || call.Func == nil || call.Func.Body == nil {
			return true
		}
		t.calls[fn] = append(t.calls[fn], call.Func)
		if t.index[call.Func] == 0 {
			t.visit(call.Func)
			t.low[fn] = min(t.low[fn], t.low[call.Func])
		} else if slices.Contains(t.stack, call.Func) {
			t.low[fn] = min(t.low[fn], t.index[call.Func])
		}
		return true
	})
	if t.low[fn] < t.index[fn] {
		return
	}
	from := slices.Index(t.stack, fn)
	members := slices.Clone(t.stack[from:])
	t.stack = t.stack[:from]
	if len(members) == 1 && !slices.Contains(t.calls[fn], fn) {
		return
	}
	c := &component{funcs: members}
	for _, m := range members {
		t.found[m] = c
	}
}

// has tells whether fn is one of the component's functions.
func (c *component) has(fn *cuda.Func) bool { return fn != nil && slices.Contains(c.funcs, fn) }

// calls tells whether a function of the component is called in n.
func (c *component) calls(n any) bool {
	if isNil(n) {
		return false
	}
	if known, ok := c.calling[n]; ok {
		return known
	}
	call, ok := n.(*cuda.Call)
	found := ok && c.has(call.Func)
	for _, child := range children(n) {
		found = c.calls(child) || found
	}
	c.calling[n] = found
	return found
}
