package host

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"sync"

	"warpbook.dev/gpumodel/ir"
)

// A listener passes output on, and hears whether the program says that something is wrong, and whether somebody reads it.
type listener struct {
	to io.Writer
	x  *process
}

var wrongWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(fail(s|ed|ure)?|error|wrong|incorrect|mismatch(es)?|differ(s|ent)?|do(es)? not match|invalid)\b`)
})

func (l *listener) Write(p []byte) (int, error) {
	if !l.x.saysWrong && wrongWords().Match(bytes.ReplaceAll(p, []byte("no error"), nil)) {
		l.x.saysWrong = true
	}
	n, err := l.to.Write(p)
	l.x.unread = l.x.unread || errors.Is(err, io.ErrClosedPipe)
	return n, err
}

// comparisons tells of floats that the host compares with == or !=, in a program that finds its own results wrong.
func (x *process) comparisons() {
	if !x.saysWrong || x.gpu.sticky != success || !x.fetched {
		return
	}
	for _, f := range x.program.start.Funcs {
		if f.Library {
			continue
		}
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.Setp && v.From.Float() && (v.Cmp == ir.EQ || v.Cmp == ir.NE) && loaded(v.Args[0]) && loaded(v.Args[1]) {
					x.finds(Remark, "line %d: floats are compared for equality: a GPU fuses a * b + c and rounds once, so the last digits may differ from the host's; "+
						"compare with a tolerance, such as fabs(a - b) <= 1e-5 * fabs(b)", v.Line)
					return
				}
			}
		}
	}
}

// loaded tells whether a value comes from memory.
func loaded(v *ir.Value) bool {
	for v.Op == ir.Cvt {
		v = v.Args[0]
	}
	return v.Op == ir.Load
}
