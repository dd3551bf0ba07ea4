package shell

import (
	"strings"
	"testing"
)

// TestAwk: programs print what awk prints. The wanted texts are those of mawk 1.3.4.
func TestAwk(t *testing.T) {
	t.Chdir(t.TempDir())
	session, _ := newSession()
	const in = "a 1 x\nb 2.5 y\nc 10 x\n"
	for _, tc := range []struct{ line, want string }{
		{`awk '{print $2}'`, "1\n2.5\n10\n"},
		{`awk '{ print $1, $3; }'`, "a x\nb y\nc x\n"},
		{`awk '{print NR ": " $0}'`, "1: a 1 x\n2: b 2.5 y\n3: c 10 x\n"},
		{`awk '{print $NF NF $9}'`, "x3\ny3\nx3\n"},
		{`awk '/b/'`, "b 2.5 y\n"},
		{`awk '/[ab]/ {print $1}'`, "a\nb\n"},
		{`awk 'NR > 1 {print $1}'`, "b\nc\n"},
		{`awk '$2 > 2 {print $1}'`, "b\nc\n"},
		{`awk '$3 == "x" {print $1}'`, "a\nc\n"},
		{`awk '$3 !~ /x/ {print $1}'`, "b\n"},
		{`awk '{s += $2} END {print s, NR, s}'`, "13.5 3 13.5\n"},
		{`awk '$3 == "x" {n++} END {print "n=" n}'`, "n=2\n"},
		{`awk 'BEGIN {print "head"} {print}'`, "head\na 1 x\nb 2.5 y\nc 10 x\n"},
		{`awk -F. '{print $2}'`, "\n5 y\n\n"},
		{`awk -F '[ .]+' '{print $3}'`, "x\n5\nx\n"},
		{`awk '{while (1) s = s s}'`, "awk: not supported here, at \"(\"; a program has patterns (/text/, $2 == \"x\", NR > 1, BEGIN, END), print and s += $3\n"},
		{`awk '{print system("ls")}'`, "awk: not supported here, at \"(\"; a program has patterns (/text/, $2 == \"x\", NR > 1, BEGIN, END), print and s += $3\n"},
		{`awk '{print > "file"}'`, "awk: not supported here, at \">\"; a program has patterns (/text/, $2 == \"x\", NR > 1, BEGIN, END), print and s += $3\n"},
		{`awk '{print $1'`, "awk: not supported here, at the end; a program has patterns (/text/, $2 == \"x\", NR > 1, BEGIN, END), print and s += $3\n"},
	} {
		if got, _ := execute(t.Context(), session, "!printf '"+strings.ReplaceAll(in, "\n", `\n`)+"' | "+tc.line); got != tc.want {
			t.Errorf("%s prints %q, want %q", tc.line, got, tc.want)
		}
	}
	long := "!seq 20000 | tr '\\n' ' ' | awk '{print " + strings.Repeat("$0 ", 200) + "} END {print \"end\"}'"
	if got, _ := execute(t.Context(), session, long); got != "awk: a text of more than 16777216 bytes\n" {
		t.Errorf("a line of 108 kB, 200 times: %.100q", got)
	}
}
