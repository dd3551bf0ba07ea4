package notebook

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// escape matches an ANSI escape sequence; group 1 holds the parameters of one
// that sets colours (SGR). The others (cursor movement, titles) show nothing.
var escape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\x1b(?:\\[([0-9;:]*)m|\\[[0-?]*[ -/]*[@-~]|\\][^\a\x1b]*(?:\a|\x1b\\\\)?|[@-Z\\\\^_]?)")
})

// ansiHTML escapes s for HTML and turns its colours into spans.
func ansiHTML(s string) string {
	var b strings.Builder
	var style ansiStyle
	last := 0
	for _, m := range escape().FindAllStringSubmatchIndex(s, -1) {
		style.span(&b, s[last:m[0]])
		if m[2] >= 0 {
			style.set(s[m[2]:m[3]])
		}
		last = m[1]
	}
	style.span(&b, s[last:])
	return b.String()
}

// StripANSI returns s without its escape sequences.
func StripANSI(s string) string { return escape().ReplaceAllString(s, "") }

// An ansiStyle is the state of a terminal's attributes.
type ansiStyle struct {
	bold, italic, underline, inverse bool
	fg, bg                           string // "", a class suffix "0" to "15", or "#rrggbb"
}

func (st *ansiStyle) span(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	fg, bg := st.fg, st.bg
	if st.inverse {
		fg, bg = bg, fg
		if fg == "" {
			fg = "inv"
		}
		if bg == "" {
			bg = "inv"
		}
	}
	var classes, css []string
	for _, c := range []struct {
		on   bool
		name string
	}{{st.bold, "bold"}, {st.italic, "italic"}, {st.underline, "underline"}} {
		if c.on {
			classes = append(classes, "ansi-"+c.name)
		}
	}
	for _, c := range [][3]string{{fg, "fg", "color"}, {bg, "bg", "background"}} {
		if strings.HasPrefix(c[0], "#") {
			css = append(css, c[2]+":"+c[0])
		} else if c[0] != "" {
			classes = append(classes, "ansi-"+c[1]+"-"+c[0])
		}
	}
	if classes == nil && css == nil {
		b.WriteString(html.EscapeString(text))
		return
	}
	fmt.Fprintf(b, `<span class="%s"`, strings.Join(classes, " "))
	if css != nil {
		fmt.Fprintf(b, ` style="%s"`, strings.Join(css, ";"))
	}
	b.WriteString(">" + html.EscapeString(text) + "</span>")
}

// set applies the parameters of one SGR sequence (ECMA-48, 8.3.117).
func (st *ansiStyle) set(params string) {
	var codes []int
	for _, f := range strings.FieldsFunc(params+";", func(r rune) bool { return r == ';' || r == ':' }) {
		n, _ := strconv.Atoi(f)
		codes = append(codes, n)
	}
	if len(codes) == 0 {
		codes = []int{0}
	}
	for i := 0; i < len(codes); i++ {
		switch n := codes[i]; {
		case n == 0:
			*st = ansiStyle{}
		case n == 1:
			st.bold = true
		case n == 3:
			st.italic = true
		case n == 4:
			st.underline = true
		case n == 7:
			st.inverse = true
		case n == 22:
			st.bold = false
		case n == 23:
			st.italic = false
		case n == 24:
			st.underline = false
		case n == 27:
			st.inverse = false
		case n == 38 || n == 48:
			color, used := extendedColor(codes[i+1:])
			i += used
			if n == 38 {
				st.fg = color
			} else {
				st.bg = color
			}
		case 30 <= n && n <= 37:
			st.fg = strconv.Itoa(n - 30)
		case n == 39:
			st.fg = ""
		case 40 <= n && n <= 47:
			st.bg = strconv.Itoa(n - 40)
		case n == 49:
			st.bg = ""
		case 90 <= n && n <= 97:
			st.fg = strconv.Itoa(n - 90 + 8)
		case 100 <= n && n <= 107:
			st.bg = strconv.Itoa(n - 100 + 8)
		}
	}
}

// extendedColor reads 5;N (xterm's 256 colours) or 2;R;G;B and returns how many
// parameters it used.
func extendedColor(p []int) (color string, used int) {
	switch {
	case len(p) >= 4 && p[0] == 2:
		return fmt.Sprintf("#%02x%02x%02x", p[1]&255, p[2]&255, p[3]&255), 4
	case len(p) < 2 || p[0] != 5:
		return "", len(p)
	}
	n := p[1] & 255
	switch {
	case n < 16:
		return strconv.Itoa(n), 2
	case n >= 232:
		grey := 8 + 10*(n-232)
		return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey), 2
	}
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6)), 2
}
