package notebook

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// goldmark takes the square of the time for what no person writes: a paragraph of ten thousand asterisks, a quotation of a quotation
// of thousands more. plain shows such a text as it was written, so that a page takes time in proportion to its notebook.
type plain struct{}

const (
	// mostMarks is how many characters of a paragraph may be markup.
	mostMarks = 1000
	// mostNested is how many quotations and items of lists may lie in each other.
	mostNested = 32
)

// Extend implements [goldmark.Extender].
func (plain) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(dense{}, 0)),
		parser.WithParagraphTransformers(util.Prioritized(defined{}, 0)),
		parser.WithBlockParsers(util.Prioritized(deep{parser.NewParagraphParser()}, 0)),
	)
}

// dense reads the lines of paragraphs with much markup.
type dense struct{}

// marks are the characters with which markup in a paragraph begins.
const marks = "*_[]~`<!$&:\\"

func (dense) Trigger() []byte { return []byte(marks) }

// counted is what dense knows of the paragraph that is being read.
type counted struct {
	of    ast.Node
	dense bool
}

var countedKey = parser.NewContextKey()

func (dense) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	last, _ := pc.Get(countedKey).(*counted)
	if last == nil || last.of != parent {
		last = &counted{of: parent}
		n, lines := 0, parent.Lines()
		for i := range lines.Len() {
			segment := lines.At(i)
			for _, c := range segment.Value(block.Source()) {
				if bytes.IndexByte([]byte(marks), c) >= 0 {
					n++
				}
			}
		}
		last.dense = n > mostMarks
		pc.Set(countedKey, last)
	}
	line, segment := block.PeekLine()
	if rest := len(bytes.TrimRight(line, "\r\n")); last.dense && rest > 0 {
		block.Advance(rest)
		return ast.NewRawTextSegment(text.NewSegment(segment.Start, segment.Start+rest))
	}
	return nil
}

// defined keeps a paragraph of thousands of definitions of links from being taken for such.
type defined struct{}

func (defined) Transform(n *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := n.Lines()
	if lines.Len() <= mostMarks {
		return
	}
	if first := lines.At(0); bytes.HasPrefix(bytes.TrimLeft(first.Value(reader.Source()), " "), []byte("[")) {
		block := ast.NewTextBlock()
		block.SetLines(lines)
		n.Parent().ReplaceChild(n.Parent(), n, block)
	}
}

// deep begins a paragraph where a quotation or a list would lie too deep.
type deep struct{ parser.BlockParser }

func (deep) Trigger() []byte { return []byte(">-+*0123456789") }

func (d deep) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if k := n.Kind(); k == ast.KindBlockquote || k == ast.KindListItem {
			depth++
		}
	}
	if depth < mostNested {
		return nil, parser.NoChildren
	}
	return d.BlockParser.Open(parent, reader, pc)
}

func (deep) CanInterruptParagraph() bool { return true }
