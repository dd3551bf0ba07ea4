package gpu

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                        nil,
		"  -D  A=1\t-DB ":         {"-D", "A=1", "-DB"},
		`-D 'A=x y' --name "m"`:   {"-D", "A=x y", "--name", "m"},
		`-DTEXT="a 'quoted' one"`: {"-DTEXT=a 'quoted' one"},
		`""`:                      {""},
	} {
		if got, err := splitWords(line); err != nil || !cmp.Equal(got, want) {
			t.Errorf("splitWords(%q) = %q, %v, want %q", line, got, err, want)
		}
	}
}

// No first line of a cell makes the parser fail in another way than with an error.
func FuzzParseMagic(f *testing.F) {
	for _, line := range []string{"-D A=1 -DB --maxrregcount=32 -Xptxas -dlcm=ca", "--name m -use_fast_math", `-D "A=1`, "--name", "-D ="} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m, err := parseMagic(line)
		if (m == nil) == (err == nil) {
			t.Errorf("parseMagic(%q) = %v, %v", line, m, err)
		}
		for name := range mapOf(m) {
			if !identifier.MatchString(name) {
				t.Errorf("parseMagic(%q) defines %q", line, name)
			}
		}
	})
}

func mapOf(m *magicCall) map[string]string {
	if m == nil {
		return nil
	}
	return m.options.Defines
}
