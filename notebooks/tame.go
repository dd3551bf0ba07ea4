package notebook

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
)

// HTML and SVG of outputs come from whoever has made the notebook. A page shows them, and its Content-Security-Policy lets no script run
// and nothing be loaded. tame does what no policy does: it leaves out the elements that lead the browser to another page, make it look up
// other computers or swallow the rest of the page, and it closes what is open, so that an output ends where it ends.

// gone are elements that a page does not have, with all that is in them.
var gone = table(`script iframe frame embed noscript noembed noframes xmp plaintext`)

// unwrapped are elements of which the content alone stays: those of whole pages, those that send or load something and say in their
// content what to show instead, and templates, which would hide what comes behind them.
var unwrapped = table(`html head body meta link base form frameset template object applet portal fencedframe param`)

// framed are elements that show another page. If another computer has it, there is a link to it.
var framed = table(`iframe frame embed`)

// noFrame stands in place of other pages.
const noFrame = "(An exported page does not show this frame.)"

// void elements have no content and no end.
var void = table(`area br col embed frame hr img image input keygen link meta base param source track wbr`)

// implied are elements that end where what they are in ends.
var implied = table(`p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rp rt rb rtc`)

// textual elements hold text alone in HTML. In SVG their content is markup; text without "<" is the same in both.
var textual = table(`title textarea`)

// breaking are elements of HTML that end a drawing or a formula, wherever they stand in it.
var breaking = table(`b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre
	ruby s small span strong strike sub sup table tt u ul var`)

// unwanted are attributes that move the reader, tell somebody of a click, or show something above the page.
var unwanted = table(`http-equiv srcdoc ping autofocus formaction popover popovertarget popovertargetaction command commandfor accesskey
	shadowrootmode is`)

// mostOpen is how many elements may lie in each other; browsers have a limit of this kind, too. Of deeper ones the content stays.
const mostOpen = 500

// escapedText and escapedValue are text, and the value of an attribute, where character references stay what they are.
var (
	escapedText  = strings.NewReplacer("<", "&lt;", "\x00", "")
	escapedValue = strings.NewReplacer(`"`, "&quot;", "<", "&lt;", "\x00", "")
)

func table(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}

// A tamer reads HTML from its begin to its end, once.
type tamer struct {
	in   string
	pos  int
	b    strings.Builder
	open []string // elements, the outermost first, in lower case
	// scope is a selector: style sheets hold for what it selects, and below.
	scope  string
	styled bool // there was a style sheet
	// of the last tag
	src, alt string
}

// tame makes HTML or SVG of an output a part of a page. styled says that it has style sheets, which hold below the element with the id.
func tame(markup, id string) (tamed string, styled bool) {
	t := &tamer{in: markup, scope: "#" + id}
	for t.pos < len(t.in) {
		at := strings.IndexByte(t.in[t.pos:], '<')
		if at < 0 {
			at = len(t.in) - t.pos
		}
		t.b.WriteString(strings.ReplaceAll(t.in[t.pos:t.pos+at], "\x00", ""))
		if t.pos += at; t.pos < len(t.in) {
			t.markup()
		}
	}
	t.close(0)
	return t.b.String(), t.styled
}

// markup reads what begins with "<".
func (t *tamer) markup() {
	rest := t.in[t.pos:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		if strings.HasPrefix(rest, "<!-->") || strings.HasPrefix(rest, "<!--->") { // comments that end where they begin
			t.skip(">")
		} else {
			t.pos += len("<!--")
			t.skip("-->")
		}
	case strings.HasPrefix(rest, "<![CDATA["):
		t.pos += len("<![CDATA[")
		text, _, _ := strings.Cut(t.in[t.pos:], "]]>")
		t.skip("]]>")
		t.text(text)
	case strings.HasPrefix(rest, "<!"), strings.HasPrefix(rest, "<?"):
		t.skip(">")
	case strings.HasPrefix(rest, "</") && len(rest) > 2 && isLetter(rest[2]):
		t.pos += len("</")
		name := t.name()
		t.attributes()
		if i := lastIndex(t.open, strings.ToLower(name)); i >= 0 {
			t.close(i + 1)
			t.open = t.open[:i]
			t.b.WriteString("</" + name + ">")
		}
	case len(rest) > 1 && isLetter(rest[1]):
		t.pos++
		t.element(t.name())
	default:
		t.b.WriteString("&lt;")
		t.pos++
	}
}

// skip goes behind an end, or to that of the text.
func (t *tamer) skip(end string) {
	if i := strings.Index(t.in[t.pos:], end); i >= 0 {
		t.pos += i + len(end)
	} else {
		t.pos = len(t.in)
	}
}

// text writes text that is no markup.
func (t *tamer) text(s string) { t.b.WriteString(escapedText.Replace(s)) }

// name reads the name of an element.
func (t *tamer) name() string {
	end := strings.IndexAny(t.in[t.pos:], " \t\n\f\r/>")
	if end < 0 {
		end = len(t.in) - t.pos
	}
	name := t.in[t.pos : t.pos+end]
	t.pos += end
	return name
}

// element reads a start tag, and the content of elements whose content is not markup.
func (t *tamer) element(name string) {
	attributes, empty := t.attributes()
	src, alt := t.src, t.alt
	lower := strings.ToLower(name)
	switch {
	case gone[lower]:
		if !void[lower] && !(empty && t.foreign()) {
			t.content(lower)
		}
		if framed[lower] && !t.elsewhere(src, "") {
			t.text(noFrame)
		}
		return
	case unwrapped[lower] || strings.ContainsFunc(name, func(r rune) bool {
		return r >= 0x80 || !isLetter(byte(r)) && !strings.ContainsRune("0123456789-:_.", r)
	}):
		return
	case lower == "style":
		t.style(attributes, empty)
		return
	}
	for t.foreign() && breaking[lower] {
		t.close(max(lastIndex(t.open, "svg"), lastIndex(t.open, "math")))
	}
	if len(t.open) == mostOpen || lower == "img" && t.elsewhere(src, alt) {
		return
	}
	if empty && t.foreign() {
		t.b.WriteString("<" + name + attributes + "/>")
		return
	}
	t.b.WriteString("<" + name + attributes + ">")
	switch {
	case void[lower] && !t.foreign():
	case textual[lower]:
		t.text(t.content(lower))
		t.b.WriteString("</" + name + ">")
	default:
		t.open = append(t.open, lower)
	}
}

// elsewhere writes a link to what another computer has, which a page does not load. It reports whether the address is such a one.
func (t *tamer) elsewhere(address, name string) bool {
	address = html.UnescapeString(strings.TrimSpace(address))
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	name = cmp.Or(html.UnescapeString(strings.TrimSpace(name)), address)
	if slices.Contains(t.open, "a") { // a link has no links in it
		t.text(html.EscapeString(name))
	} else {
		fmt.Fprintf(&t.b, `<a href="%s">%s</a>`, html.EscapeString(address), html.EscapeString(name))
	}
	return true
}

// content goes behind an element whose content is no markup, and returns it.
func (t *tamer) content(lower string) string {
	begin, folded := t.pos, t.in[t.pos:]
	for at := 0; ; {
		i := strings.Index(folded[at:], "</")
		if i < 0 {
			t.pos = len(t.in)
			return t.in[begin:]
		}
		at += i + len("</")
		if end := at + len(lower); end <= len(folded) && strings.EqualFold(folded[at:end], lower) &&
			(end == len(folded) || strings.IndexByte(" \t\n\f\r/>", folded[end]) >= 0) {
			t.pos = begin + end
			t.attributes()
			return folded[:at-len("</")]
		}
	}
}

// style writes a style sheet that holds for its output alone, or none if that cannot be said of it.
func (t *tamer) style(attributes string, empty bool) {
	if empty && t.foreign() {
		return
	}
	sheet := t.content("style")
	for _, mark := range []string{"<![CDATA[", "]]>", "<!--", "-->"} { // XML's and HTML's of 1997
		sheet = strings.ReplaceAll(sheet, mark, "")
	}
	sheet, ok := enclosed(sheet)
	if !ok || strings.TrimSpace(sheet) == "" {
		return
	}
	t.styled = true
	t.b.WriteString("<style" + attributes + ">" + t.scope + "{" + strings.ReplaceAll(sheet, "<", `\3c `) + "}</style>")
}

// foreign reports whether what is read is part of a drawing or a formula, where each element can be empty.
func (t *tamer) foreign() bool {
	for _, name := range slices.Backward(t.open) {
		switch name {
		case "svg", "math":
			return true
		case "foreignobject", "annotation-xml":
			return false
		}
	}
	return false
}

// close ends all elements from an index on.
func (t *tamer) close(from int) {
	for len(t.open) > from {
		name := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		if !implied[name] {
			t.b.WriteString("</" + name + ">")
		}
	}
}

// attributes reads up to the end of a tag. It returns the attributes as they are written; empty says that the tag ends with "/>".
func (t *tamer) attributes() (text string, empty bool) {
	var b strings.Builder
	t.src, t.alt = "", ""
	for {
		for t.pos < len(t.in) && strings.IndexByte(" \t\n\f\r/", t.in[t.pos]) >= 0 {
			empty = t.in[t.pos] == '/'
			t.pos++
		}
		if t.pos == len(t.in) {
			return b.String(), empty
		}
		if t.in[t.pos] == '>' {
			t.pos++
			return b.String(), empty
		}
		empty = false
		name, value, valued := t.attribute()
		switch strings.ToLower(name) {
		case "src":
			t.src = cmp.Or(t.src, value)
		case "alt":
			t.alt = cmp.Or(t.alt, value)
		}
		if unwanted[strings.ToLower(name)] || strings.ContainsAny(name, "\"'<=`\x00") {
			continue
		}
		b.WriteString(" " + name)
		if valued {
			b.WriteString(`="` + escapedValue.Replace(value) + `"`)
		}
	}
}

// attribute reads one, as HTML says.
func (t *tamer) attribute() (name, value string, valued bool) {
	blanks := func() {
		for t.pos < len(t.in) && strings.IndexByte(" \t\n\f\r", t.in[t.pos]) >= 0 {
			t.pos++
		}
	}
	until := func(ends string) string {
		begin := t.pos
		if i := strings.IndexAny(t.in[t.pos:], ends); i >= 0 {
			t.pos += i
		} else {
			t.pos = len(t.in)
		}
		return t.in[begin:t.pos]
	}
	begin := t.pos
	t.pos++ // even if it is "="
	until(" \t\n\f\r/>=")
	name = t.in[begin:t.pos]
	blanks()
	if t.pos == len(t.in) || t.in[t.pos] != '=' {
		return name, "", false
	}
	t.pos++
	blanks()
	if t.pos < len(t.in) && (t.in[t.pos] == '"' || t.in[t.pos] == '\'') {
		quote := t.in[t.pos : t.pos+1]
		t.pos++
		value = until(quote)
		t.pos = min(len(t.in), t.pos+1)
		return name, value, true
	}
	return name, until(" \t\n\f\r>"), true
}

func lastIndex(names []string, name string) int {
	for i, n := range slices.Backward(names) {
		if n == name {
			return i
		}
	}
	return -1
}
