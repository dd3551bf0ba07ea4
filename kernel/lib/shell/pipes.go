package shell

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"warpbook.dev/gpumodel/folder"
)

// The commands of a pipe run one after the other: what the first has written is kept, and then the next reads it. So output comes in the
// same order each time, one program runs at a time, and a text that the interpreter has not foreseen cannot end the process.
//
// A command without an end stops all the same. Where the next one takes a number of lines or bytes, as head does, nobody reads what comes
// behind them: the writer gets an error, and what runs there ends as by SIGPIPE, with status 141. So it does where the pipe is full.

// pipeMark begins the name under which a command writes what the next one reads.
const pipeMark = "\x01pipe"

// sequence turns a pipe into two commands: ( a ) > pipe || true; b < pipe.
func sequence(s *syntax.Stmt, number int) {
	b, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
		return
	}
	name := &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{ValuePos: s.Position, ValueEnd: s.Position,
		Value: fmt.Sprint(pipeMark, number, wanted(b.Y))}}}
	out := syntax.RdrOut
	if b.Op == syntax.PipeAll {
		out = syntax.RdrAll
	}
	left := &syntax.Stmt{Position: b.X.Position, Cmd: &syntax.Subshell{Lparen: b.X.Position, Rparen: b.X.Position,
		Stmts: []*syntax.Stmt{b.X}}, Redirs: []*syntax.Redirect{{OpPos: s.Position, Op: out, Word: name}}}
	guarded := &syntax.Stmt{Position: b.X.Position, Cmd: &syntax.BinaryCmd{OpPos: b.OpPos, Op: syntax.OrStmt, X: left, Y: own(s, "true")}}
	b.Y.Redirs = append([]*syntax.Redirect{{OpPos: s.Position, Op: syntax.RdrIn, Word: name}}, b.Y.Redirs...)
	s.Cmd = &syntax.Block{Lbrace: s.Position, Rbrace: s.Position, Stmts: []*syntax.Stmt{guarded, b.Y}}
}

// pipeEnded is the status of a command whose output nobody reads, as a shell has it for SIGPIPE.
const pipeEnded = "141"

// wanted is how much a command reads of its input at the most, as it stands in the name of a pipe: ":10n" for ten lines, ":20c" for
// twenty bytes; "" where that is not known from its words.
func wanted(s *syntax.Stmt) string {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || call.Args[0].Lit() != "head" {
		return ""
	}
	var words []string
	for _, w := range call.Args[1:] {
		if w.Lit() == "" {
			return ""
		}
		words = append(words, w.Lit())
	}
	f, err := parseFlags(dashNumber(words), "qv", "nc", nil)
	if err != nil || len(f.names) > 0 {
		return ""
	}
	unit, count := "n", "10"
	for _, u := range []string{"n", "c"} {
		if f.has(u) {
			unit, count = u, f.set[u[0]]
		}
	}
	if n, err := strconv.Atoi(count); err != nil || n < 0 {
		return ""
	}
	return ":" + count + unit
}

// A pipe keeps what a command has written for the next one, up to what that one reads, or to what a file may have that is read whole.
type pipe struct {
	bytes.Buffer
	lines, bytes int  // that are still read; -1 where there is no such number
	ended        bool // nobody reads what is written now
}

func newPipe(name string) *pipe {
	p := &pipe{lines: -1, bytes: folder.MostWhole}
	if _, most, ok := strings.Cut(name, ":"); ok {
		n, _ := strconv.Atoi(most[:len(most)-1])
		if strings.HasSuffix(most, "c") {
			p.bytes = min(n, p.bytes)
		} else {
			p.lines = n
		}
	}
	return p
}

func (p *pipe) Write(b []byte) (int, error) {
	taken := 0
	for taken < len(b) && p.lines != 0 && p.bytes > 0 {
		line := b[taken:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n+1]
		}
		line = line[:min(len(line), p.bytes)]
		p.Buffer.Write(line)
		taken += len(line)
		p.bytes -= len(line)
		if p.lines > 0 && line[len(line)-1] == '\n' {
			p.lines--
		}
	}
	if taken < len(b) {
		p.ended = true
		return taken, io.ErrClosedPipe
	}
	return taken, nil
}

func (p *pipe) Close() error { return nil }

// pipe is what stands behind a name of this room's; ok is false of other names.
func (j *job) pipe(name string, writes bool) (p io.ReadWriteCloser, ok bool) {
	_, mark, ok := strings.Cut(name, pipeMark)
	if !ok {
		return nil, false
	}
	mark, _, _ = strings.Cut(mark, ":")
	if writes || j.pipes[mark] == nil {
		j.pipes[mark] = newPipe(name)
	}
	return j.pipes[mark], true
}

// unread reports whether a command's output goes into a pipe that nobody reads any more.
func unread(out io.Writer) bool {
	p, ok := out.(*pipe)
	return ok && p.ended
}

// mostYes is how much yes writes for a reader whose need is not known, in bytes.
const mostYes = 1 << 20

// yes prints a line until nobody reads it.
func (c *call) yes() (int, error) {
	if _, ok := c.out.(*pipe); !ok {
		return c.fail(1, "has no end: give it a reader, yes | ./x")
	}
	line := "y\n"
	if len(c.args) > 1 {
		line = strings.Join(c.args[1:], " ") + "\n"
	}
	for written := 0; written < mostYes && c.ctx.Err() == nil; written += len(line) {
		if _, err := io.WriteString(c.out, line); err != nil {
			break
		}
	}
	return 141, nil
}
