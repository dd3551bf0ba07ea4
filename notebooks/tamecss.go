package notebook

import "strings"

// atRules are the at-rules that a style sheet of an output may have. Browsers skip key frames and faces of fonts inside of a rule,
// which costs these alone. The others reach out of the rule, or could.
var atRules = table(`media supports container keyframes -webkit-keyframes font-face`)

// root is the selector of a page's root, where style sheets keep their colours in variables.
const root = ":root"

// enclosed is a style sheet for the braces that are put around it: the root that it means is the element of the output (&). ok reports
// whether it stays inside of the braces, however a browser reads it: all of its brackets are closed in their order, it ends neither in a
// comment nor in a string, and none of its selectors names what is around it (&). Rare ways of writing, such as escapes outside of strings,
// are refused rather than understood.
func enclosed(sheet string) (inner string, ok bool) {
	var b strings.Builder
	var open []byte
	written := 0
	for i := 0; i < len(sheet); i++ {
		switch c := sheet[i]; c {
		case '\\', '&', '\x00':
			return "", false
		case ':':
			// Only in front of a brace is it the element that the rule is for. Elsewhere, as in body:has(:root), it would let a rule reach out.
			after, is := strings.CutPrefix(sheet[i:], root)
			if outermost := len(open) == 0 || open[len(open)-1] == '}'; is && outermost && strings.HasPrefix(trimmed(after), "{") {
				b.WriteString(sheet[written:i] + "&")
				written = i + len(root)
			}
		case '/':
			if strings.HasPrefix(sheet[i:], "/*") {
				end := strings.Index(sheet[i+2:], "*/")
				if end < 0 {
					return "", false
				}
				i += 2 + end + 1
			}
		case '"', '\'':
			for i++; ; i++ {
				if i >= len(sheet) || strings.IndexByte("\n\r\f", sheet[i]) >= 0 {
					return "", false
				}
				if sheet[i] == '\\' {
					i++
				} else if sheet[i] == c {
					break
				}
			}
		case '@':
			name := strings.ToLower(sheet[i+1 : min(len(sheet), i+32)])
			if end := strings.IndexFunc(name, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }); end >= 0 {
				name = name[:end]
			}
			if !atRules[name] {
				return "", false
			}
		case '(':
			if i >= 3 && strings.EqualFold(sheet[i-3:i], "url") && !quoted(sheet[i+1:]) {
				end := strings.IndexByte(sheet[i:], ')')
				if end < 0 || strings.ContainsAny(sheet[i+1:i+end], "{}[]('\"\\") {
					return "", false
				}
				i += end
				continue
			}
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return "", false
			}
			open = open[:len(open)-1]
		}
	}
	b.WriteString(sheet[written:])
	return b.String(), len(open) == 0
}

// quoted reports whether what stands behind "url(" is a string.
func quoted(s string) bool {
	s = trimmed(s)
	return s != "" && (s[0] == '"' || s[0] == '\'')
}

func trimmed(s string) string { return strings.TrimLeft(s, " \t\n\r\f") }
