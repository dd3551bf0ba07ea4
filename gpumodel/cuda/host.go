package cuda

import (
	"fmt"
	"slices"
	"strings"
)

// hostPart is a declaration of the host: its tokens and what it is.
type hostPart struct {
	from, to int
	name     *token
	kind     string // "function", "class", "variable", "template", "type"
	body     bool   // has braces
	launches []HostLaunch
}

// skipHost passes a declaration of the host, notes it and collects its launches.
func (p *parser) skipHost() {
	h := hostPart{from: p.i}
	first := *p.peek()
	p.classify(&h)
	p.passHost(&h, &first)
	h.to = p.i
	if h.to > h.from {
		from := h.from
		if p.behindLinkage(from) {
			from -= 2
		}
		p.blankHost(from, h.to)
	}
	p.noDevice(&h)
	p.findLaunches(&h)
	p.findStack(&h)
	p.checkHost(&h)
	p.noteHost(&h, &first)
}

// behindLinkage tells whether extern "C" stands before token number i, which is extern for it.
func (p *parser) behindLinkage(i int) bool {
	return i >= 2 && p.toks[i-2].is("extern") && p.toks[i-1].kind == tString
}

// blankHost notes tokens that are nothing to a compiler of the device's code.
func (p *parser) blankHost(from, to int) { p.Forget(&p.toks[from], &p.toks[to-1]) }

// noDevice reports code of the device in what could not be read as such.
func (p *parser) noDevice(h *hostPart) {
	depth := 0
	for i := h.from; i < h.to; i++ {
		t := &p.toks[i]
		if depth += braceStep(t); depth == 0 && t.kind == tIdent && cudaWords[t.text] {
			p.errorf(t.pos, t.end, "%s is part of a declaration that cannot be parsed; it begins on line %d", t.text, p.toks[h.from].pos.Line)
			return
		}
	}
}

// classify finds what the declaration is and how it is called.
func (p *parser) classify(h *hostPart) {
	i := p.i
	if p.is("template") {
		p.i++
		if i = p.i; p.is("<") {
			i = p.angleEnd()
		}
		p.i = h.from
	}
	h.kind = "variable"
	switch t := &p.toks[i]; {
	case t.is("union") || t.is("typedef") && p.toks[min(i+1, len(p.toks)-1)].is("union"):
		h.kind = "union"
	case t.is("struct") || t.is("class") || t.is("enum"):
		h.kind = "class"
	case t.is("typedef"):
		h.kind = "type"
	}
	for ; i < len(p.toks); i++ {
		t := &p.toks[i]
		switch {
		case t.is("<"): // std::vector<int> f(): the arguments are not the name
			p.i = i
			if end := p.angleEnd(); end > i {
				i = end - 1
			}
			p.i = h.from
		case t.is("(") && h.kind == "variable" && h.name != nil:
			h.kind = "function"
			return
		case t.is(":") && h.kind == "class":
			h.kind = "derived class"
			return
		case h.kind == "type" && t.is("(") && i+2 < len(p.toks) && p.toks[i+1].is("*") && p.toks[i+2].kind == tIdent:
			h.kind, h.name = "function pointer", &p.toks[i+2]
			return
		case t.kind == tEOF || t.is("=") || t.is("{") || t.is(";") || t.is("["):
			return
		case t.kind == tIdent && !keywords[t.text]:
			h.name = t
		}
	}
}

// passHost moves behind the declaration.
func (p *parser) passHost(h *hostPart, first *token) {
	assigned := false
	for {
		t := p.peek()
		switch {
		case t.kind == tEOF:
			isKernel := func(t token) bool { return t.is("__global__") || t.is("__device__") } // which has an error of its own
			if len(p.errs) == 0 && !slices.ContainsFunc(p.toks[h.from:p.i], isKernel) {        // else this is the rest of another mistake
				p.errorf(first.pos, first.end, `missing ";" at the end of what begins here; lines of Starlark go into a cell of their own, without %%%%cuda`)
			}
			return
		case t.is(";"):
			p.next()
			return
		case t.is("}"): // belongs to a namespace
			return
		case t.is("=") && h.kind != "function":
			assigned = true
			p.next()
		case t.is("{"):
			h.body = true
			p.passBody(h, t)
			if h.kind == "function" && !assigned || strings.HasSuffix(h.kind, "class") && p.peek().bol && !p.is(";") {
				return
			}
		case t.is("(") || t.is("["):
			if !p.skipBalanced() {
				p.fail(t, "this %q is never closed", t.text)
			}
		case p.i > h.from && t.bol && (t.is("__global__") || t.is("__device__")):
			p.errorf(p.prev().end, Pos{}, `missing ";" after this declaration`)
			return
		default:
			p.next()
		}
	}
}

func (p *parser) passBody(h *hostPart, open *token) {
	if p.skipBalanced() {
		return
	}
	name := "this declaration"
	if h.name != nil {
		name = h.kind + " " + quoteName(h.name.text)
	}
	p.errorf(open.pos, open.end, `the "{" of host %s is not closed; a "}" is missing`, name)
	panic(lostBrace{})
}

// findLaunches collects kernel<<<grid, block, shared>>>(args).
func (p *parser) findLaunches(h *hostPart) {
	dims, values := p.dim3s(h), p.valuesOf(h)
	for i := h.from + 1; i < h.to; i++ {
		if !p.toks[i].is("<<<") {
			continue
		}
		name := p.launchName(i, h.from)
		config, end := p.listText(i+1, h.to, ">>>")
		l := HostLaunch{Pos: p.toks[name].pos, Kernel: p.text(name, i)}
		for n, text := range config {
			if d, ok := dims[text]; ok {
				text = d
			}
			switch n {
			case 0:
				l.Grid = text
			case 1:
				l.Block = text
			case 2:
				l.Shared = text
			}
		}
		var args [][]token
		if end+1 < h.to && p.toks[end+1].is("(") {
			l.Args, _ = p.listText(end+2, h.to, ")")
			args = p.listTokens(end+2, h.to, ")")[:len(l.Args)]
		}
		l.Known = p.knownLaunch(l, p.listTokens(i+1, h.to, ">>>"), args, values)
		h.launches = append(h.launches, l)
	}
}

// maxStack bounds the stack of a thread, in bytes: local memory has no more (CUDA C++ Programming Guide, table of
// technical specifications).
const maxStack = 512 << 10

// findStack finds cudaDeviceSetLimit(cudaLimitStackSize, constant), by the older name as well.
func (p *parser) findStack(h *hostPart) {
	for i := h.from; i+3 < h.to; i++ {
		t := &p.toks[i]
		if !t.is("cudaDeviceSetLimit") && !t.is("cudaThreadSetLimit") || !p.toks[i+2].is("cudaLimitStackSize") {
			continue
		}
		args := p.listTokens(i+2, h.to, ")")
		if len(args) != 2 {
			continue
		}
		quiet := newReporter(p.file.Name, p.file.Source)
		if n := constantOf(quiet, args[1]); quiet.err() == nil && n > 0 && n <= maxStack {
			p.file.StackBytes = int(n)
		} else {
			p.notef(t.pos, "the stack of threads keeps its 1024 bytes: here it needs a constant of at most %d", maxStack)
		}
	}
}

// launchName is where the kernel's name before <<< begins, template arguments included.
func (p *parser) launchName(i, from int) int {
	i--
	if p.toks[i].is(">") {
		for depth := 0; i > from; i-- {
			if p.toks[i].is(">") {
				depth++
			} else if p.toks[i].is("<") {
				depth--
			}
			if depth == 0 {
				return max(from, i-1)
			}
		}
	}
	return max(from, i)
}

// listText is the text of a list's items from token i up to the closing one, and where that is.
func (p *parser) listText(i, limit int, closing string) ([]string, int) {
	var items []string
	depth, from := 0, i
	for ; i < limit; i++ {
		t := &p.toks[i]
		if depth == 0 && (t.is(closing) || t.is(",")) {
			if i > from {
				items = append(items, p.text(from, i))
			}
			from = i + 1
			if t.is(closing) {
				return items, i
			}
			continue
		}
		switch {
		case t.is("(") || t.is("{") || t.is("["):
			depth++
		case t.is(")") || t.is("}") || t.is("]"):
			depth--
		}
	}
	return items, i
}

// dim3s maps the names of dim3 variables to their values as text: dim3 grid(n/32, n/32) or dim3 grid = dim3(…).
func (p *parser) dim3s(h *hostPart) map[string]string {
	dims := map[string]string{}
	for i := h.from; i+2 < h.to; i++ {
		name := &p.toks[i]
		if name.kind != tIdent || i == h.from || !p.toks[i-1].is("dim3") && !p.toks[i-1].is(",") {
			continue
		}
		switch after := &p.toks[i+1]; {
		case after.is("(") || after.is("{"):
			if p.declaresDim3(i, h.from) {
				items, _ := p.listText(i+2, h.to, closer(after.text))
				dims[name.text] = "dim3(" + strings.Join(items, ", ") + ")"
			}
		case after.is("=") && p.toks[i-1].is("dim3"):
			items, _ := p.listText(i+2, h.to, ";")
			dims[name.text] = strings.Join(items, ", ")
		}
	}
	return dims
}

// declaresDim3 tells whether the name at i is declared in a dim3 statement.
func (p *parser) declaresDim3(i, from int) bool {
	for i--; i >= from; i-- {
		switch t := &p.toks[i]; {
		case t.is("dim3"):
			return true
		case t.is(";") || t.is("{") || t.is("}"):
			return false
		}
	}
	return false
}

func closer(open string) string {
	if open == "{" {
		return "}"
	}
	return ")"
}

// checkHost reports code that is meant for the device but not marked so.
func (p *parser) checkHost(h *hostPart) {
	if h.kind != "function" || !h.body {
		return
	}
	for i := h.from; i < h.to; i++ {
		t := &p.toks[i]
		index := (t.is("threadIdx") || t.is("blockIdx")) && p.toks[i+1].is(".")
		if !index && !t.is("__shared__") && !t.is("__syncthreads") {
			continue
		}
		p.errorf(h.name.pos, h.name.end, "function %q uses %s (line %d) but is neither __global__ nor __device__", h.name.text, t.text,
			t.pos.Line)
		return
	}
}

// noteHost enters the name, so that kernels that use it are told, and says what was skipped.
func (p *parser) noteHost(h *hostPart, first *token) {
	p.file.Launches = append(p.file.Launches, h.launches...)
	p.file.Main = p.file.Main || h.kind == "function" && h.body && h.name.text == "main"
	if h.name == nil {
		return
	}
	kind := h.kind
	if first.is("template") {
		kind = "template"
	}
	if old := p.scope.names[h.name.text]; old == nil {
		p.scope.names[h.name.text] = &symbol{name: h.name.text, pos: h.name.pos, host: kind}
	}
	if !h.body && h.kind != "variable" {
		return // a declaration
	}
	msg := fmt.Sprintf("host %s %s (line %d) is skipped", kind, h.name.text, first.pos.Line)
	var list []string
	for _, l := range h.launches {
		list = append(list, l.String())
	}
	if len(list) > 0 {
		msg += "; it launches " + strings.Join(list, ", ")
	}
	p.notef(first.pos, "%s", msg)
}

// String is the launch as CUDA C writes it.
func (l HostLaunch) String() string {
	config := l.Grid + ", " + l.Block
	if l.Shared != "" {
		config += ", " + l.Shared
	}
	return fmt.Sprintf("%s<<<%s>>>(%s)", l.Kernel, config, strings.Join(l.Args, ", "))
}
