package cuda

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/cuda/token"
)

// expectation is a // ERROR "regexp" or // NOTE "regexp" on a line.
type expectation struct {
	line    int
	pattern *regexp.Regexp
	met     bool
}

var (
	mark1  = regexp.MustCompile(`// (ERROR|NOTE)((?: "(?:[^"\\]|\\.)*"| ` + "`[^`]*`" + `)+)`)
	quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|` + "`[^`]*`")
)

// TestErrors reads testdata/*.txt: texts separated by lines of ---. Each error
// stands as a regular expression behind // ERROR on its line, each expected
// note behind // NOTE; an error without a comment fails, as does a comment
// without an error.
func TestErrors(t *testing.T) {
	for _, file := range []string{"errors.txt", "notes.txt"} {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for _, chunk := range strings.Split(string(data), "\n---\n") {
			start := line
			line += strings.Count(chunk, "\n") + 2
			t.Run(fmt.Sprintf("%s:%d", file, start), func(t *testing.T) { checkChunk(t, file, start, chunk) })
		}
	}
}

func checkChunk(t *testing.T, file string, start int, chunk string) {
	want := map[string][]*expectation{}
	for i, text := range strings.Split(chunk, "\n") {
		for _, m := range mark1.FindAllStringSubmatch(text, -1) {
			for _, q := range quoted.FindAllString(m[2], -1) {
				pattern, err := strconv.Unquote(q)
				if err != nil {
					t.Fatal(err)
				}
				want[m[1]] = append(want[m[1]], &expectation{line: i + 1, pattern: regexp.MustCompile(pattern)})
			}
		}
	}
	f, err := Parse(file, chunk, Options{})
	list, _ := err.(token.ErrorList)
	for _, e := range list {
		if !meet(want["ERROR"], e.Pos.Line, e.Msg) {
			t.Errorf("unexpected error (line %d of %s):\n%s", start+e.Pos.Line-1, file, e.Detail())
		}
	}
	if f != nil {
		check(f)
		for _, n := range f.Notes {
			if !meet(want["NOTE"], n.Pos.Line, n.Msg) && file == "notes.txt" {
				t.Errorf("unexpected note on line %d: %s", start+n.Pos.Line-1, n.Msg)
			}
		}
	}
	for kind, all := range want {
		for _, e := range all {
			if !e.met {
				t.Errorf("%s:%d: no %s matches %q", file, start+e.line-1, kind, e.pattern)
			}
		}
	}
}

func meet(want []*expectation, line int, msg string) bool {
	for _, e := range want {
		if !e.met && e.line == line && e.pattern.MatchString(msg) {
			e.met = true
			return true
		}
	}
	return false
}
