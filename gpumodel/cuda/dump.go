package cuda

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Dump writes a file's tree as S-expressions, one statement a line, for tests and for the curious.
func Dump(w io.Writer, f *File) {
	d := &dumper{w: w}
	for _, t := range f.Structs {
		if strings.HasPrefix(t.Name, cooperative) {
			continue
		}
		d.line("(struct %s size %d%s)", t.Name, t.Size(), fields(t))
	}
	for _, v := range f.Globals {
		d.line("%s", d.declared(v))
	}
	for _, list := range [][]*Func{f.Funcs, f.Kernels} {
		for _, fn := range list {
			d.fn(fn)
		}
	}
	for _, l := range f.Launches {
		d.line("(launch %s)", l)
	}
	for _, n := range f.Notes {
		d.line("(note %d:%d %q)", n.Pos.Line, n.Pos.Col, n.Msg)
	}
	for len(d.todo) > 0 { // instances of templates, in the order of their first use
		fn := d.todo[0]
		d.todo = d.todo[1:]
		d.fn(fn)
	}
}

type dumper struct {
	w     io.Writer
	depth int
	seen  map[*Func]bool
	todo  []*Func
}

func (d *dumper) line(format string, args ...any) {
	fmt.Fprintf(d.w, "%s%s\n", strings.Repeat("  ", d.depth), fmt.Sprintf(format, args...))
}

func fields(t *Type) string {
	var b strings.Builder
	for _, f := range t.Fields {
		fmt.Fprintf(&b, " (%d %s %s)", f.Offset, f.Name, f.Type)
	}
	return b.String()
}

func (d *dumper) fn(fn *Func) {
	if d.seen == nil {
		d.seen = map[*Func]bool{}
	}
	d.seen[fn] = true
	word := "device"
	if fn.Kernel {
		word = "kernel"
	}
	head := fmt.Sprintf("(%s %s %s", word, fn.Name, fn.Result)
	for _, v := range fn.Params {
		head += fmt.Sprintf(" (%s %s)", v.Name, v.Type)
	}
	if fn.MaxThreads > 0 {
		head += fmt.Sprintf(" (launch-bounds %d %d)", fn.MaxThreads, fn.MinBlocks)
	}
	if fn.Template != nil {
		for _, tp := range fn.Template.Params {
			head += fmt.Sprintf(" (template %s %s)", tp.Name, tp.kind())
		}
	}
	if fn.Body == nil {
		d.line("%s)", head)
		return
	}
	d.line("%s", head)
	d.nested(fn.Body.Stmts...)
}

func (tp TemplateParam) kind() string {
	if tp.Template {
		return "template"
	}
	if tp.Typename {
		return "typename"
	}
	return tp.Type.String()
}

// nested writes statements one level deeper and closes the parenthesis.
func (d *dumper) nested(list ...Stmt) {
	d.depth++
	for _, s := range list {
		d.stmt(s)
	}
	d.depth--
	d.line(")")
}

func (d *dumper) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		d.line("(block")
		d.nested(s.Stmts...)
	case *If:
		d.line("(if %s", d.expr(s.Cond))
		if s.Else == nil {
			d.nested(s.Then)
		} else {
			d.nested(s.Then, s.Else)
		}
	case *For:
		d.loop(s)
	case *DoWhile:
		d.line("(do-while %s", d.expr(s.Cond))
		d.nested(s.Body)
	case *Switch:
		d.line("(switch %s", d.expr(s.X))
		for _, c := range s.Cases {
			d.depth++
			d.line("(case %v default=%v", c.Values, c.Default)
			d.nested(c.Body...)
			d.depth--
		}
		d.line(")")
	default:
		d.line("%s", d.simple(s))
	}
}

func (d *dumper) loop(s *For) {
	init, post, cond := "-", "-", "-"
	if s.Init != nil {
		init = d.simple(s.Init)
	}
	if s.Cond != nil {
		cond = d.expr(s.Cond)
	}
	if s.Post != nil {
		post = d.expr(s.Post)
	}
	unroll := ""
	if s.Unroll != 0 {
		unroll = fmt.Sprintf(" unroll=%d", s.Unroll)
	}
	d.line("(for%s %s %s %s", unroll, init, cond, post)
	d.nested(s.Body)
}

// simple is a statement that fits on a line.
func (d *dumper) simple(s Stmt) string {
	switch s := s.(type) {
	case *Decl:
		parts := make([]string, len(s.Vars))
		for i, v := range s.Vars {
			parts[i] = d.declared(v)
		}
		return strings.Join(parts, " ")
	case *ExprStmt:
		return d.expr(s.X)
	case *Branch:
		if s.Continue {
			return "(continue)"
		}
		return "(break)"
	case *Label:
		return "(label " + s.Name + ")"
	case *Goto:
		return "(goto " + s.To.Name + ")"
	case *Return:
		if s.X == nil {
			return "(return)"
		}
		return "(return " + d.expr(s.X) + ")"
	case *Empty:
		return "(empty)"
	}
	return fmt.Sprintf("(%T)", s)
}

func (d *dumper) declared(v *Var) string {
	word := [...]string{"var", "param", "shared", "device", "constant"}[v.Storage]
	s := fmt.Sprintf("(%s %s %s", word, v.Name, v.Type)
	if v.AddressTaken {
		s += " &"
	}
	if v.Init != nil {
		s += " " + d.expr(v.Init)
	}
	return s + ")"
}

func (d *dumper) expr(x Expr) string {
	switch x := x.(type) {
	case *Lit:
		return literal(x)
	case *StringLit:
		return strconv.Quote(x.Value)
	case *Ident:
		return x.Var.Name
	case *Special:
		if x.Name == "warpSize" {
			return x.Name
		}
		return x.Name + "." + "xyz"[x.Dim:x.Dim+1]
	case *Unary:
		return d.list(x.Op, x.X)
	case *IncDec:
		if x.Prefix {
			return d.list("pre"+x.Op, x.X)
		}
		return d.list("post"+x.Op, x.X)
	case *Binary:
		return d.list(x.Op, x.X, x.Y)
	case *Assign:
		if x.Op != "" {
			return d.list(x.Op+"= "+x.Compute.String(), x.L, x.R)
		}
		return d.list("=", x.L, x.R)
	case *Cond:
		return d.list("?", x.C, x.A, x.B)
	case *Index:
		return d.list("index", x.X, x.I)
	case *Member:
		return d.list("."+x.Field.Name, x.X)
	case *Call:
		return d.call(x)
	case *Cast:
		return d.castText(x)
	case *InitList:
		return d.list("list "+x.Type.String(), x.Elems...)
	case *Temp:
		return d.list("object", x.X)
	case *Until:
		return d.list("until", x.X)
	}
	return fmt.Sprintf("(%T)", x)
}

func (d *dumper) list(head string, args ...Expr) string {
	var b strings.Builder
	b.WriteString("(" + head)
	for _, a := range args {
		b.WriteString(" " + d.expr(a))
	}
	return b.String() + ")"
}

func (d *dumper) call(x *Call) string {
	if x.Func == nil {
		return d.list("call "+x.Builtin, x.Args...)
	}
	if strings.Contains(x.Func.Name, "<") && !x.Func.Library && !d.seen[x.Func] {
		d.seen[x.Func] = true
		d.todo = append(d.todo, x.Func)
	}
	return d.list("call "+x.Func.Name, x.Args...)
}

func (d *dumper) castText(x *Cast) string {
	switch {
	case x.Decay:
		return d.list("decay", x.X)
	case x.Reinterpret:
		return d.list("reinterpret "+x.Type.String(), x.X)
	case x.Implicit:
		return d.list("to "+x.Type.String(), x.X)
	}
	return d.list("cast "+x.Type.String(), x.X)
}

// literal is a number with its type, which only int and double leave out.
func literal(x *Lit) string {
	t := x.Type
	switch {
	case t.Kind == Bool:
		return fmt.Sprint(x.Value.I != 0)
	case t.Kind == Pointer:
		return "null"
	case t.Kind == Float:
		return strconv.FormatFloat(x.Value.F, 'g', -1, 32) + "f"
	case t.Kind == Double:
		return strconv.FormatFloat(x.Value.F, 'g', -1, 64) + "d"
	case t.Kind == Int:
		return fmt.Sprint(x.Value.I)
	case t.unsigned():
		return fmt.Sprintf("%d:%s", uint64(x.Value.I), t)
	}
	return fmt.Sprintf("%d:%s", x.Value.I, t)
}
