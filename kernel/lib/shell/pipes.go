package shell

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"warpbook.dev/gpumodel/folder"
)

// The commands of a pipe run one after the other: what the first has written is kept, and then the next reads it. So output comes in the
// same order each time, one program runs at a time, and a text that the interpreter has not foreseen cannot end the process.

// pipeMark begins the name under which a command writes what the next one reads.
const pipeMark = "\x01pipe"

// sequence turns a pipe into two commands: ( a ) > pipe || true; b < pipe.
func sequence(s *syntax.Stmt, number int) {
	b, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
		return
	}
	name := &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{ValuePos: s.Position, ValueEnd: s.Position, Value: fmt.Sprint(pipeMark, number)}}}
	out := syntax.RdrOut
	if b.Op == syntax.PipeAll {
		out = syntax.RdrAll
	}
	left := &syntax.Stmt{Position: b.X.Position, Cmd: &syntax.Subshell{Lparen: b.X.Position, Rparen: b.X.Position, Stmts: []*syntax.Stmt{b.X}}, Redirs: []*syntax.Redirect{{OpPos: s.Position, Op: out, Word: name}}}
	guarded := &syntax.Stmt{Position: b.X.Position, Cmd: &syntax.BinaryCmd{OpPos: b.OpPos, Op: syntax.OrStmt, X: left, Y: own(s, "true")}}
	b.Y.Redirs = append([]*syntax.Redirect{{OpPos: s.Position, Op: syntax.RdrIn, Word: name}}, b.Y.Redirs...)
	s.Cmd = &syntax.Block{Lbrace: s.Position, Rbrace: s.Position, Stmts: []*syntax.Stmt{guarded, b.Y}}
}

// A pipe keeps what a command has written for the next one, up to what a file may have that is read whole.
type pipe struct{ bytes.Buffer }

func (p *pipe) Write(b []byte) (int, error) {
	if p.Len()+len(b) > folder.MostWhole {
		return 0, fmt.Errorf("a pipe keeps %d bytes at the most", folder.MostWhole)
	}
	return p.Buffer.Write(b)
}

func (p *pipe) Close() error { return nil }

// pipe is what stands behind a name of this room's; ok is false of other names.
func (j *job) pipe(name string, writes bool) (p io.ReadWriteCloser, ok bool) {
	_, mark, ok := strings.Cut(name, pipeMark)
	if !ok {
		return nil, false
	}
	if writes || j.pipes[mark] == nil {
		j.pipes[mark] = &pipe{}
	}
	return j.pipes[mark], true
}
