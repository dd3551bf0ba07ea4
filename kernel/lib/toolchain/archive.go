package toolchain

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// An archive is a file of ar's: the mark, then for each member a head of 60 bytes and its content, padded to an even length. Names that do
// not fit into a head stand in a member called //.
const (
	archiveMark = "!<arch>\n"
	memberHead  = 60
	memberEnd   = "`\n"
	nameField   = 16
)

// A member is a file in an archive.
type member struct{ name, text string }

// archived is an archive with some members.
func archived(members []member) []byte {
	var b, long bytes.Buffer
	b.WriteString(archiveMark)
	names := make([]string, len(members))
	for i, m := range members {
		if names[i] = path.Base(m.name) + "/"; len(names[i]) > nameField {
			long.WriteString(names[i] + "\n")
			names[i] = "/" + strconv.Itoa(long.Len()-len(names[i])-1)
		}
	}
	add := func(name, text string) {
		fmt.Fprintf(&b, "%-*s%-12d%-6d%-6d%-8o%-10d%s%s", nameField, name, 0, 0, 0, 0o644, len(text), memberEnd, text)
		if len(text)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	if long.Len() > 0 {
		add("//", long.String())
	}
	for i, m := range members {
		add(names[i], m.text)
	}
	return b.Bytes()
}

// isArchive reports whether a file is one of ar's.
func isArchive(text string) bool { return strings.HasPrefix(text, archiveMark) }

// members are the files of an archive of GNU's ar or of BSD's, without tables of symbols.
func members(name, text string) (all []member, err error) {
	damaged := &Damaged{name, "is a damaged archive"}
	rest, long := text[len(archiveMark):], ""
	for len(rest) > 0 {
		if len(rest) < memberHead || rest[memberHead-len(memberEnd):memberHead] != memberEnd {
			return nil, damaged
		}
		word := strings.TrimRight(rest[:nameField], " ")
		size, err := strconv.Atoi(strings.TrimSpace(rest[48:58]))
		if rest = rest[memberHead:]; err != nil || size < 0 || size > len(rest) {
			return nil, damaged
		}
		content := rest[:size]
		rest = rest[min(len(rest), size+size%2):]
		number := func(digits string) (int, bool) {
			i, err := strconv.Atoi(digits)
			return i, err == nil && i >= 0
		}
		switch {
		case word == "//":
			long = content
			continue
		case word == "/" || word == "/SYM64/" || strings.HasPrefix(word, "__.SYMDEF"):
			continue
		case strings.HasPrefix(word, "#1/"): // BSD: the name stands before the content
			n, ok := number(word[len("#1/"):])
			if !ok || n > len(content) {
				return nil, damaged
			}
			word, content = strings.TrimRight(content[:n], "\x00"), content[n:]
		case strings.HasPrefix(word, "/"):
			at, ok := number(word[1:])
			if !ok || at > len(long) {
				return nil, damaged
			}
			word, _, _ = strings.Cut(long[at:], "\n")
		}
		if !strings.HasPrefix(word, "__.SYMDEF") {
			all = append(all, member{strings.TrimSuffix(word, "/"), content})
		}
	}
	return all, nil
}
