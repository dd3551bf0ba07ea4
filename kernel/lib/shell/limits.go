package shell

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// A shell can double a text in each line. These limits are those of what a text holds; the interpreter has none. One statement expands at
// most mostExpansions variables, so what it builds is bounded by their product with mostHeld.
const (
	mostText       = 256 << 10 // of a script, in bytes
	mostHeld       = 256 << 10 // of all variables, and of the words of a command, in bytes
	mostExpansions = 256       // in a statement
	mostWords      = 10_000    // that the braces of a text stand for
	mostPipes      = 64        // in a text
	mostPattern    = 100       // of what ${x//a/b} puts in, in bytes
)

// A refusal is a text that is not run, or not run further.
type refusal struct {
	name string
	line uint
	why  string
}

func (r *refusal) Error() string {
	name := r.name
	if name == "" {
		name = "shell"
	}
	return fmt.Sprintf("%s: line %d: %s", name, r.line, r.why)
}

func (j *job) refuse(at syntax.Pos, format string, args ...any) *refusal {
	return &refusal{j.checked.name, at.Line(), fmt.Sprintf(format, args...)}
}

// account checks what a text holds.
func (j *job) account(hc interp.HandlerContext, args []string) error {
	held := 0
	for _, a := range args {
		held += len(a) + 1
	}
	if held > mostHeld {
		return j.refuse(hc.Pos, "the words of %.20s have %d bytes; %d are the most", args[0], held, mostHeld)
	}
	held = 0
	for name, v := range hc.Env.Each {
		held += len(name) + size(v)
	}
	if held > mostHeld {
		return j.refuse(hc.Pos, "the variables hold %d bytes; %d are the most", held, mostHeld)
	}
	return nil
}

// size is what a variable holds, in bytes.
func size(v expand.Variable) int {
	n := len(v.Str)
	for _, s := range v.List {
		n += len(s) + 16
	}
	for k, s := range v.Map {
		n += len(k) + len(s) + 32
	}
	return n
}

// bounded is a writer of the interpreter. One that keeps what is written, for $(…), takes what a variable could hold.
func (j *job) bounded(w io.Writer) io.Writer {
	if b, ok := w.(*strings.Builder); ok {
		return &keeper{b}
	}
	return w
}

type keeper struct{ b *strings.Builder }

func (k *keeper) Write(p []byte) (int, error) {
	if k.b.Len()+len(p) > mostHeld {
		return 0, fmt.Errorf("$(…) keeps %d bytes at the most", mostHeld)
	}
	return k.b.Write(p)
}

// checked is what is known of a text before it runs.
type checked struct {
	name      string
	functions map[string]bool
	called    map[uint]bool // the places of commands whose name is written
}

// Words that only this room writes: they measure, and leave the status as it was.
const (
	accountWord = "\x01account"
	beginWord   = "\x01begin"
	endWord     = "\x01end"
)

// check refuses what is not in the language that is run here, and puts in what measures it.
func check(file *syntax.File) (*checked, error) {
	c := &checked{file.Name, map[string]bool{}, map[uint]bool{}}
	k := &checker{checked: c, bodies: map[string][]string{}}
	var statements []*syntax.Stmt
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil || k.err != nil {
			return false
		}
		if s, ok := n.(*syntax.Stmt); ok {
			statements = append(statements, s)
		}
		k.node(n)
		return true
	})
	if k.err == nil {
		k.recursion()
	}
	if k.err != nil {
		return nil, k.err
	}
	for i, s := range statements {
		measure(s)
		sequence(s, i)
	}
	return c, nil
}

type checker struct {
	*checked
	pipes, braces, bytes int
	bodies               map[string][]string // the commands that each function calls
	err                  error
}

func (k *checker) refuse(at syntax.Node, format string, args ...any) {
	if k.err == nil {
		k.err = &refusal{k.name, at.Pos().Line(), fmt.Sprintf(format, args...)}
	}
}

// node checks one node of the tree.
func (k *checker) node(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.File, *syntax.Comment, *syntax.CallExpr, *syntax.IfClause, *syntax.WhileClause, *syntax.Block, *syntax.Subshell, *syntax.WordIter, *syntax.CStyleLoop, *syntax.CaseClause,
		*syntax.CaseItem, *syntax.ArithmCmd, *syntax.TestClause, *syntax.TimeClause, *syntax.LetClause, *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted, *syntax.CmdSubst, *syntax.ArithmExp,
		*syntax.ParenArithm, *syntax.FlagsArithm, *syntax.BinaryTest, *syntax.UnaryTest, *syntax.ParenTest, *syntax.ArrayExpr, *syntax.ArrayElem, *syntax.BraceExp,
		*syntax.Redirect, *syntax.ExtGlob:
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() != "" {
			k.called[call.Args[0].Pos().Offset()] = true
		}
	case *syntax.BinaryArithm:
		if assigning[n.Op] {
			k.assigned(n, n.X)
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			k.assigned(n, n.X)
		}
	case *syntax.Stmt:
		k.statement(n)
	case *syntax.ForClause:
		if n.Select {
			k.refuse(n, "select asks a person, and nobody is asked here")
		}
	case *syntax.BinaryCmd:
		if k.pipes++; k.pipes > mostPipes && (n.Op == syntax.Pipe || n.Op == syntax.PipeAll) {
			k.refuse(n, "more than %d pipes", mostPipes)
		}
	case *syntax.Word:
		k.word(n)
	case *syntax.FuncDecl:
		if n.Name != nil {
			k.functions[n.Name.Value] = true
			k.bodies[n.Name.Value] = append(k.bodies[n.Name.Value], commandsIn(n.Body)...)
		}
	case *syntax.DeclClause:
		if n.Variant.Value == "nameref" {
			k.refuse(n, "nameref is not supported")
		}
		for _, a := range n.Args {
			if a.Naked && a.Value != nil && strings.HasPrefix(a.Value.Lit(), "-") && strings.ContainsAny(a.Value.Lit(), "nfF") {
				k.refuse(a, "%s %s is not supported", n.Variant.Value, a.Value.Lit())
			}
		}
	case *syntax.Assign:
		if n.Index != nil {
			k.refuse(n, "an element of an array cannot be assigned here: assign the array, a=(1 2 3)")
		}
	case *syntax.ParamExp:
		if n.Repl != nil && n.Repl.All && n.Repl.With != nil {
			if text := n.Repl.With.Lit(); text == "" && len(n.Repl.With.Parts) > 0 || len(text) > mostPattern {
				k.refuse(n, "${%s//…}: what is put in must be a plain text of at most %d bytes", n.Param.Value, mostPattern)
			}
		}
	case *syntax.ProcSubst:
		k.refuse(n, "<(…) and >(…) are not supported: write to a file, or use a pipe")
	default:
		k.refuse(n, "%s is not supported in shell lines", strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax."))
	}
}

// assigning are the operators of arithmetic that set their left operand.
var assigning = map[syntax.BinAritOperator]bool{syntax.Assgn: true, syntax.AddAssgn: true, syntax.SubAssgn: true,
	syntax.MulAssgn: true, syntax.QuoAssgn: true, syntax.RemAssgn: true,
	syntax.AndAssgn: true, syntax.OrAssgn: true, syntax.XorAssgn: true, syntax.ShlAssgn: true, syntax.ShrAssgn: true}

// assigned refuses to set in arithmetic what is not a variable.
func (k *checker) assigned(at syntax.Node, x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); !ok || !syntax.ValidName(w.Lit()) {
		k.refuse(at, "arithmetic can set a variable, and nothing else: ((x = 3))")
	}
}

// statement counts what a statement expands. What a command in it expands is counted there, too.
func (k *checker) statement(s *syntax.Stmt) {
	s.Background = false // commands run in order: there is one computer, and it is modelled
	if s.Coprocess || s.Disown {
		k.refuse(s, "coprocesses are not supported")
	}
	n := 0
	syntax.Walk(s, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.Stmt:
			return node == s
		case *syntax.ParamExp, *syntax.CmdSubst:
			n++
		}
		return true
	})
	if n > mostExpansions {
		k.refuse(s, "a command with %d expansions; %d are the most", n, mostExpansions)
	}
}

// word refuses what asks the computer about its users, and braces that stand for too much.
func (k *checker) word(w *syntax.Word) {
	if len(w.Parts) == 0 {
		return
	}
	if first, ok := w.Parts[0].(*syntax.Lit); ok && strings.HasPrefix(first.Value, "~") {
		if name, _, _ := strings.Cut(first.Value[1:], "/"); name != "" && name != "+" && name != "-" {
			k.refuse(w, "~%s: there are no users here", name)
		}
	}
	split := *w
	split.Parts = slices.Clone(w.Parts)
	if !syntax.SplitBraces(&split) {
		return
	}
	length := int(w.End().Offset() - w.Pos().Offset())
	for _, err := range expand.BracesSeq(&expand.Config{}, &split) {
		k.braces++
		k.bytes += length
		if err != nil || k.braces > mostWords || k.bytes > mostHeld*16 {
			k.refuse(w, "the braces stand for more than %d words, or for %d bytes", mostWords, mostHeld*16)
			return
		}
	}
}

// commandsIn are the names of the commands in a node.
func commandsIn(n syntax.Node) (names []string) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			names = append(names, call.Args[0].Lit())
		}
		return true
	})
	return names
}

// recursion refuses functions that call themselves: the interpreter has no limit for their depth.
func (k *checker) recursion() {
	state := map[string]int{}
	var visit func(name string) bool
	visit = func(name string) bool {
		switch {
		case !k.functions[name] || state[name] == 2:
			return true
		case state[name] == 1:
			k.err = &refusal{k.name, 1, fmt.Sprintf("the function %s calls itself: use a loop", name)}
			return false
		}
		state[name] = 1
		for _, callee := range k.bodies[name] {
			if !visit(callee) {
				return false
			}
		}
		state[name] = 2
		return true
	}
	for name := range k.bodies {
		if !visit(name) {
			return
		}
	}
}

// measure puts in what counts variables after they are set, and what measures the time of a command on the modelled clock.
func measure(s *syntax.Stmt) {
	block := func(list ...*syntax.Stmt) { s.Cmd = &syntax.Block{Lbrace: s.Position, Rbrace: s.Position, Stmts: list} }
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(cmd.Args) == 0 && len(cmd.Assigns) > 0 {
			block(&syntax.Stmt{Position: s.Position, Cmd: cmd}, own(s, accountWord))
		}
	case *syntax.DeclClause:
		block(&syntax.Stmt{Position: s.Position, Cmd: cmd}, own(s, accountWord))
	case *syntax.TimeClause:
		inner := cmd.Stmt
		if inner == nil {
			inner = own(s, accountWord)
		}
		block(own(s, beginWord), inner, own(s, endWord))
	}
}

// own is a command of this room.
func own(s *syntax.Stmt, word string) *syntax.Stmt {
	lit := &syntax.Lit{ValuePos: s.Position, ValueEnd: s.Position, Value: word}
	return &syntax.Stmt{Position: s.Position, Cmd: &syntax.CallExpr{Args: []*syntax.Word{{Parts: []syntax.WordPart{lit}}}}}
}
