package cudacell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/ir"
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

// nvcc's options about floats come with one dash or two, and with = or a blank.
func TestParseArithmetic(t *testing.T) {
	for line, want := range map[string]ir.Arithmetic{
		"-ftz=true -prec-div=false":                     {Flush: true, FastDivision: true},
		"--ftz true --prec-sqrt false":                  {Flush: true, FastSqrt: true},
		"--fmad=false":                                  {NoContraction: true},
		"-use_fast_math":                                {FastMath: true},
		"-prec-div=false --prec-div=true -fmad false":   {NoContraction: true},
		"--ftz=false -prec-sqrt true --fmad=true -DA=1": {},
	} {
		m, err := Parse(line)
		if err != nil || m.Options.Arithmetic != want {
			t.Errorf("%s: %+v, %v, want %+v", line, m, err, want)
		}
	}
	for line, want := range map[string]string{
		"--ftz":             "--ftz wants true|false",
		"-prec-div=yes":     `--prec-div: want true or false, got "yes"`,
		"--precdiv=true":    "did you mean --prec-div?",
		"--fmadd=false":     "did you mean --fmad?",
		"--use_fast_math=1": "--use_fast_math takes no value",
		"-rdc=true":         "options: -D NAME=VALUE, --maxrregcount N, -Xptxas -dlcm=cg|ca, --use_fast_math, --ftz true|false, --prec-div true|false, --prec-sqrt true|false, --fmad true|false, --name MODULE",
	} {
		if _, err := Parse(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// No first line of a cell makes the parser fail in another way than with an error.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"-D A=1 -DB --maxrregcount=32 -Xptxas -dlcm=ca", "--name m -use_fast_math", `-D "A=1`, "--name", "-D ="} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m, err := Parse(line)
		if (m == nil) == (err == nil) {
			t.Errorf("Parse(%q) = %v, %v", line, m, err)
		}
		for name := range mapOf(m) {
			if !identifier().MatchString(name) {
				t.Errorf("Parse(%q) defines %q", line, name)
			}
		}
	})
}

func mapOf(m *Line) map[string]string {
	if m == nil {
		return nil
	}
	return m.Options.Defines
}
