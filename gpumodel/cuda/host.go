package cuda

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// hostPart is a declaration of the host: its tokens and what it is.
type hostPart struct {
	from, to int
	name     *token.Token
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
	return i >= 2 && p.toks[i-2].Is("extern") && p.toks[i-1].Kind == token.String
}

// blankHost notes tokens that are nothing to a compiler of the device's code.
func (p *parser) blankHost(from, to int) { p.Forget(&p.toks[from], &p.toks[to-1]) }

// noDevice reports code of the device in what could not be read as such.
func (p *parser) noDevice(h *hostPart) {
	depth := 0
	for i := h.from; i < h.to; i++ {
		t := &p.toks[i]
		if depth += braceStep(t); depth == 0 && t.Kind == token.Ident && cudaWords[t.Text] {
			p.Errorf(t.Pos, t.End, "%s is part of a declaration that cannot be parsed; it begins on line %d", t.Text, p.toks[h.from].Pos.Line)
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
	case t.Is("union") || t.Is("typedef") && p.toks[min(i+1, len(p.toks)-1)].Is("union"):
		h.kind = "union"
	case t.Is("struct") || t.Is("class") || t.Is("enum"):
		h.kind = "class"
	case t.Is("typedef"):
		h.kind = "type"
	}
	for ; i < len(p.toks); i++ {
		t := &p.toks[i]
		switch {
		case t.Is("<"): // std::vector<int> f(): the arguments are not the name
			p.i = i
			if end := p.angleEnd(); end > i {
				i = end - 1
			}
			p.i = h.from
		case t.Is("(") && h.kind == "variable" && h.name != nil:
			h.kind = "function"
			return
		case t.Is(":") && h.kind == "class":
			h.kind = "derived class"
			return
		case h.kind == "type" && t.Is("(") && i+2 < len(p.toks) && p.toks[i+1].Is("*") && p.toks[i+2].Kind == token.Ident:
			h.kind, h.name = "function pointer", &p.toks[i+2]
			return
		case t.Kind == token.EOF || t.Is("=") || t.Is("{") || t.Is(";") || t.Is("["):
			return
		case t.Kind == token.Ident && !keywords[t.Text]:
			h.name = t
		}
	}
}

// passHost moves behind the declaration.
func (p *parser) passHost(h *hostPart, first *token.Token) {
	assigned := false
	for {
		t := p.peek()
		switch {
		case t.Kind == token.EOF:
			isKernel := func(t token.Token) bool { return t.Is("__global__") || t.Is("__device__") } // which has an error of its own
			if len(p.Errs) == 0 && !slices.ContainsFunc(p.toks[h.from:p.i], isKernel) {              // else this is the rest of another mistake
				p.Errorf(first.Pos, first.End, `missing ";" at the end of what begins here; lines of Starlark go into a cell of their own, without %%%%cuda`)
			}
			return
		case t.Is(";"):
			p.next()
			return
		case t.Is("}"): // belongs to a namespace
			return
		case t.Is("=") && h.kind != "function":
			assigned = true
			p.next()
		case t.Is("{"):
			h.body = true
			p.passBody(h, t)
			if h.kind == "function" && !assigned || strings.HasSuffix(h.kind, "class") && p.peek().BOL && !p.is(";") {
				return
			}
		case t.Is("(") || t.Is("["):
			if !p.skipBalanced() {
				p.fail(t, "this %q is never closed", t.Text)
			}
		case p.i > h.from && t.BOL && (t.Is("__global__") || t.Is("__device__")):
			p.Errorf(p.prev().End, token.Pos{}, `missing ";" after this declaration`)
			return
		default:
			p.next()
		}
	}
}

func (p *parser) passBody(h *hostPart, open *token.Token) {
	if p.skipBalanced() {
		return
	}
	name := "this declaration"
	if h.name != nil {
		name = h.kind + " " + quoteName(h.name.Text)
	}
	p.Errorf(open.Pos, open.End, `the "{" of host %s is not closed; a "}" is missing`, name)
	panic(lostBrace{})
}

// findLaunches collects kernel<<<grid, block, shared>>>(args).
func (p *parser) findLaunches(h *hostPart) {
	dims, values := p.dim3s(h), p.valuesOf(h)
	for i := h.from + 1; i < h.to; i++ {
		if !p.toks[i].Is("<<<") {
			continue
		}
		name := p.launchName(i, h.from)
		config, end := p.listText(i+1, h.to, ">>>")
		l := HostLaunch{Pos: p.toks[name].Pos, Kernel: p.text(name, i)}
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
		var args [][]token.Token
		if end+1 < h.to && p.toks[end+1].Is("(") {
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
		if !t.Is("cudaDeviceSetLimit") && !t.Is("cudaThreadSetLimit") || !p.toks[i+2].Is("cudaLimitStackSize") {
			continue
		}
		args := p.listTokens(i+2, h.to, ")")
		if len(args) != 2 {
			continue
		}
		quiet := token.NewReporter(p.file.Name, p.file.Source)
		if n := constantOf(quiet, args[1]); quiet.Err() == nil && n > 0 && n <= maxStack {
			p.file.StackBytes = int(n)
		} else {
			p.Notef(t.Pos, "the stack of threads keeps its 1024 bytes: here it needs a constant of at most %d", maxStack)
		}
	}
}

// launchName is where the kernel's name before <<< begins, template arguments included.
func (p *parser) launchName(i, from int) int {
	i--
	if p.toks[i].Is(">") {
		for depth := 0; i > from; i-- {
			if p.toks[i].Is(">") {
				depth++
			} else if p.toks[i].Is("<") {
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
		if depth == 0 && (t.Is(closing) || t.Is(",")) {
			if i > from {
				items = append(items, p.text(from, i))
			}
			from = i + 1
			if t.Is(closing) {
				return items, i
			}
			continue
		}
		switch {
		case t.Is("(") || t.Is("{") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("}") || t.Is("]"):
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
		if name.Kind != token.Ident || i == h.from || !p.toks[i-1].Is("dim3") && !p.toks[i-1].Is(",") {
			continue
		}
		switch after := &p.toks[i+1]; {
		case after.Is("(") || after.Is("{"):
			if p.declaresDim3(i, h.from) {
				items, _ := p.listText(i+2, h.to, closer(after.Text))
				dims[name.Text] = "dim3(" + strings.Join(items, ", ") + ")"
			}
		case after.Is("=") && p.toks[i-1].Is("dim3"):
			items, _ := p.listText(i+2, h.to, ";")
			dims[name.Text] = strings.Join(items, ", ")
		}
	}
	return dims
}

// declaresDim3 tells whether the name at i is declared in a dim3 statement.
func (p *parser) declaresDim3(i, from int) bool {
	for i--; i >= from; i-- {
		switch t := &p.toks[i]; {
		case t.Is("dim3"):
			return true
		case t.Is(";") || t.Is("{") || t.Is("}"):
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
		index := (t.Is("threadIdx") || t.Is("blockIdx")) && p.toks[i+1].Is(".")
		if !index && !t.Is("__shared__") && !t.Is("__syncthreads") {
			continue
		}
		p.Errorf(h.name.Pos, h.name.End, "function %q uses %s (line %d) but is neither __global__ nor __device__", h.name.Text, t.Text,
			t.Pos.Line)
		return
	}
}

// noteHost enters the name, so that kernels that use it are told, and says what was skipped.
func (p *parser) noteHost(h *hostPart, first *token.Token) {
	p.file.Launches = append(p.file.Launches, h.launches...)
	p.file.Main = p.file.Main || h.kind == "function" && h.body && h.name.Text == "main"
	if h.name == nil {
		return
	}
	kind := h.kind
	if first.Is("template") {
		kind = "template"
	}
	if old := p.scope.names[h.name.Text]; old == nil {
		p.scope.names[h.name.Text] = &symbol{name: h.name.Text, pos: h.name.Pos, host: kind}
	}
	if !h.body && h.kind != "variable" {
		return // a declaration
	}
	msg := fmt.Sprintf("host %s %s (line %d) is skipped", kind, h.name.Text, first.Pos.Line)
	var list []string
	for _, l := range h.launches {
		list = append(list, l.String())
	}
	if len(list) > 0 {
		msg += "; it launches " + strings.Join(list, ", ")
	}
	p.Notef(first.Pos, "%s", msg)
}

// String is the launch as CUDA C writes it.
func (l HostLaunch) String() string {
	config := l.Grid + ", " + l.Block
	if l.Shared != "" {
		config += ", " + l.Shared
	}
	return fmt.Sprintf("%s<<<%s>>>(%s)", l.Kernel, config, strings.Join(l.Args, ", "))
}
