package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/cellscript"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/gpu"
)

// secret is what a file holds that no cell may read, and trace what no command may make.
const (
	secret = "SECRET"
	trace  = "/tmp/warpbook-was-here"
)

// hiddenHome makes a directory with files that no cell may read, which hold the secret, and with two that it may, and works there.
func hiddenHome(t *testing.T) string {
	t.Helper()
	names := []string{".bashrc", ".git/config", ".git/hooks/pre-commit", "own.ipynb", "other.ipynb", "thesis.txt", "lib/a.h"}
	return cellscript.Home(t, names, func(name string) string {
		if name == "thesis.txt" || name == "lib/a.h" {
			return name
		}
		return secret + "\n"
	})
}

// newSession is a session with shell lines and GPUs.
func newSession() (*cell.Session, *Shell) {
	s := cell.New()
	return s, Install(s, gpu.Install(s))
}

// An output keeps what a cell prints, up to a megabyte.
type output struct{ text strings.Builder }

func (o *output) Stream(_, text string) {
	if o.text.Len() < 1<<20 {
		o.text.WriteString(text)
	}
}
func (*output) Display(kernel.Bundle) {}
func (*output) Update(kernel.Bundle)  {}
func (*output) Clear(bool)            {}
func (*output) Result(kernel.Bundle)  {}

// execute runs a cell.
func execute(ctx context.Context, s *cell.Session, code string) (string, kernel.Outcome) {
	out := &output{}
	outcome := s.Execute(ctx, kernel.Cell{Code: code, Count: 1}, out)
	return out.text.String(), outcome
}

// TestShellReachesNothing: no shell line reads what a cell may not, or changes what lies beside the notebook.
func TestShellReachesNothing(t *testing.T) {
	text, err := os.ReadFile("testdata/lines/outside.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := hiddenHome(t)
	before := cellscript.Tree(t, dir)
	s, _ := newSession()
	s.Files.Folder = "own.files"
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		for _, cell := range []string{"!" + line, "%%bash\n" + line + "\necho done"} {
			got, outcome := execute(t.Context(), s, cell)
			if outcome.Error != nil {
				t.Errorf("%s: the cell fails: %s: %s", cell, outcome.Error.Name, outcome.Error.Value)
			}
			for _, what := range []string{secret, "root:x:", "uid="} {
				if strings.Contains(got, what) {
					t.Errorf("%s shows %s:\n%s", cell, what, got)
				}
			}
		}
		if _, err := os.Lstat(trace); err == nil {
			os.RemoveAll(trace)
			t.Errorf("%s writes outside", line)
		}
	}
	unchanged(t, before, dir)
}

// unchanged holds that nothing in a notebook's directory is other than it was, but what is in its own folder.
func unchanged(t *testing.T, before map[string]string, dir string) {
	t.Helper()
	after := cellscript.Tree(t, dir)
	for name := range after {
		if strings.HasPrefix(name, "own.files/") {
			delete(after, name)
		}
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("the notebook's directory (-before +after)\n%s", d)
	}
}

// shellPieces are what random shell texts are made of.
var shellPieces = strings.Split(`ls|cat|echo|printf|%s\n|%d|seq 5|sort|grep a|head -2|wc -l|cut -c1|tr a b|sed s/a/b/|sed -n 2p|find .|xargs|tee t|diff a b|make|nvcc a.cu|nvcc|./a|bash|sh -c|time|test|[ -f a ]|[[ $x == a* ]]|`+
	`$x|"$x"|${x}|${x:-1}|${#x}|${x//a/b}|${x%.*}|${x^^}|${x:1:2}|${!x}|${x@Q}|"$@"|$#|$?|$$|$!|$1|$((x+1))|$((1/0))|$((x**x))|$(|)|`+"`"+`|(|)|((|))|{|}|;|;;|&&|&|>|>>|<|2>&1|&>|<<<|<<E|E|if|then|else|elif|fi|for i in|for ((i=0;i<3;i++))|do|done|while|`+
	`until|true|false|case x in|a)|*)|esac|f()|f|function g|{1..9}|{a,b}|{1..9999999}|x=1|x=$x$x|x+=a|a=(1 2 3)|${a[@]}|${a[1]}|a[2]=3|export x|local y=1|declare z|readonly r=1|unset x|shift|set -e|set -x|set -- a b|read x|return|exit 3|break|continue|`+
	`cd sub|cd ..|pwd|eval|exec|trap|wait|let x=1|'|"|\|*|?|~|#|!|-|--|a|b|1|'a b'|$'\n'|$"a"|@(a|b)|!(a)|/|..|=|,|:|.|\n`, "|")

var errEndless = errors.New("it has no end")

// TestRandomShell: whatever stands behind "!" or in a cell of bash, there is an answer, and the session goes on.
func TestRandomShell(t *testing.T) {
	tier.Check(t)
	valid, err := os.ReadFile("testdata/lines/scripts.sh")
	if err != nil {
		t.Fatal(err)
	}
	hiddenHome(t)
	scripts := strings.Split(string(valid), "\n#----\n")
	m := mutate.New(scripts)
	s, sh := newSession()
	s.Files.Folder, s.Files.Bytes, s.Files.Count = "own.files", 1<<20, 100
	var seeds []uint64
	for i := range uint64(20_000) {
		seeds = append(seeds, i)
	}
	for _, i := range tier.Sample(t, seeds, tier.Pick(100, 400, len(seeds))) {
		m := m.Seeded(i)
		var text string
		if i%2 == 0 {
			text = m.Text(mutate.Pick(m, scripts))
		} else {
			var b strings.Builder
			for range 1 + m.IntN(25) {
				b.WriteString(mutate.Pick(m, shellPieces))
				b.WriteString(mutate.Pick(m, []string{" ", " ", " ", "", "\n", ";"}))
			}
			text = b.String()
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			var count *cputime.Countdown
			sh.bound = func(ctx context.Context) context.Context { // loops without an end are part of it
				count = cputime.NewCountdown(ctx, 2000, errEndless)
				return count
			}
			_, outcome := execute(t.Context(), s, "%%bash\n"+text)
			if e := outcome.Error; e != nil && context.Cause(count) == nil {
				t.Errorf("%q fails the cell: %s: %s", text, e.Name, e.Value)
			}
		})
	}
	sh.bound = nil
	if got, outcome := execute(t.Context(), s, "!echo still here"); got != "still here\n" || outcome.Error != nil {
		t.Errorf("afterwards: %q, %v", got, outcome.Error)
	}
}

// TestProgramAsks: a program reads what a person types; where nobody can be asked its input has ended.
func TestProgramAsks(t *testing.T) {
	t.Chdir(t.TempDir())
	s, _ := newSession()
	program := "%%cuda\n#include <iostream>\nint main() { int a = 0, b = 0; std::cout << \"two: \"; std::cin >> a >> b; std::cout << a + b << \"\\n\"; }"
	answers := []string{"20", "22"}
	out := &output{}
	cell := kernel.Cell{Code: program, Count: 1, Input: func(context.Context, string, bool) (string, error) {
		answer := answers[0]
		answers = answers[1:]
		return answer, nil
	}}
	if outcome := s.Execute(t.Context(), cell, out); outcome.Error != nil || out.text.String() != "two: 42\n" || len(answers) > 0 {
		t.Errorf("%q, %v; %d answers are left", out.text.String(), outcome.Error, len(answers))
	}
	if got, outcome := execute(t.Context(), s, program); got != "two: 0\n" || outcome.Error != nil {
		t.Errorf("without a person: %q, %v", got, outcome.Error)
	}
}
