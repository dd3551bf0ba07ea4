package lib

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/lib/cudacell"
)

// A lesson is a file of testdata/teaching: kernels as courses write them, in cells that
// `warpbook exec` reads. Comments at its top say what it is, the tier of what its kernels
// use (T0, plain C, to T3, cooperative groups and methods), the compute capabilities that
// it is for, and, of a text that is not accepted, what the error has to say:
//
//	# Vector addition, and its relatives.
//	# tier T0
//	# from 3.0
//	# until 7.0
//	# refused: exceptions are not supported
//	# takes 10 s
//
// A lesson that says what it takes is in the long tier alone.
//
// The checker looks at small launches, and must find nothing; "# in step" says that the
// lesson has code for warps that go in step, which is at fault from 7.0 on. A whole
// program that was pasted has its launches in code of the host, which is run. "# host:" is what the error
// says where it cannot be; its kernels are launched all the same, and lines with "offers:" are the calls
// that are offered for the launches.
type lesson struct {
	name, tier, from, until, refused, host string
	inStep, takes                          string
	offers                                 []string
	cells                                  []string
}

var about = regexp.MustCompile(`(?m)^# (tier|from|until|refused:|host:|in step|offers:|takes) (.*)$`)

func readLesson(t *testing.T, file string) *lesson {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	l := &lesson{name: strings.TrimSuffix(filepath.Base(file), ".txt")}
	for i, cell := range regexp.MustCompile(`(?m)^# %%.*\n`).Split(string(text), -1) {
		if i > 0 {
			l.cells = append(l.cells, cell)
			continue
		}
		for _, m := range about.FindAllStringSubmatch(cell, -1) {
			if m[1] == "offers:" {
				l.offers = append(l.offers, m[2])
				continue
			}
			*map[string]*string{"tier": &l.tier, "from": &l.from, "until": &l.until, "refused:": &l.refused, "host:": &l.host,
				"in step": &l.inStep, "takes": &l.takes}[m[1]] = m[2]
		}
	}
	return l
}

// cards are those to run a lesson on: the oldest one that has what it needs, and the newest.
func (l *lesson) cards(t *testing.T) (names []string) {
	t.Helper()
	for _, name := range []string{"GTX 280", "C2050", "K20X", "H200"} {
		d, err := device.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		cc := d.ComputeCapability
		if cc >= l.from && (l.until == "" || cc < l.until) && (len(names) == 0 || name == "H200") {
			names = append(names, name)
		}
	}
	return names
}

var kernelName = regexp.MustCompile(`__global__\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(?:static\s+)?(?:inline\s+)?void\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\([^)]*\)\s*(?:const\s*)?\{`)

// kernels are the names of those that are defined in the lesson's cells. Each of them must
// be named in a cell that launches it.
func (l *lesson) kernels(t *testing.T) (names []string) {
	t.Helper()
	var host strings.Builder
	for _, cell := range l.cells {
		if !strings.HasPrefix(cell, "%%cuda") {
			host.WriteString(cell)
			continue
		}
		for _, m := range kernelName.FindAllStringSubmatch(cell, -1) {
			names = append(names, m[1])
		}
	}
	for _, name := range names {
		if !regexp.MustCompile(`\b`+name+`\b`).MatchString(host.String()) && l.refused == "" {
			t.Errorf("no cell launches %s", name)
		}
	}
	return names
}

// run executes the lesson with a card as the session's device.
func (l *lesson) run(t *testing.T, card string) {
	t.Helper()
	s := newSession()
	for i, code := range append([]string{fmt.Sprintf("use(%q)", card)}, l.cells...) {
		out, outcome := execute(t.Context(), s, i, code)
		for _, d := range out.displays {
			if text := fmt.Sprint(d.Data["text/plain"]); strings.Contains(text, "says more") &&
				(l.inStep == "" || !strings.Contains(text, "need not go in step")) {
				t.Errorf("%s, cell %d: %s", card, i, text)
			}
		}
		if outcome.Error == nil {
			l.offered(t, code)
			continue
		}
		message := errorText(outcome.Error)
		if l.host != "" && strings.Contains(message, l.host) {
			l.offered(t, code)
			continue
		}
		if l.refused == "" || !strings.Contains(message, l.refused) {
			t.Fatalf("%s, cell %d: %s", card, i, message)
		}
		return
	}
	if l.refused != "" {
		t.Errorf("%s: nothing is refused, want %q", card, l.refused)
	}
}

// offered checks what is offered in the place of launches in the code of the host. A cell says it only if its main is not run.
func (l *lesson) offered(t *testing.T, code string) {
	t.Helper()
	first, body, _ := strings.Cut(code, "\n")
	args, cuda := strings.CutPrefix(first, "%%cuda")
	if !cuda || len(l.offers) == 0 {
		return
	}
	line, err := cudacell.Parse(args)
	if err != nil {
		t.Fatal(err)
	}
	all, err := line.Offers(body)
	if err != nil {
		t.Fatal(err)
	}
	for _, offer := range l.offers {
		if !slices.Contains(all, offer) {
			t.Errorf("%s is not offered, but %q", offer, all)
		}
	}
}

// TestTeaching runs the kernels of testdata/teaching, each on a card of an early
// compute capability and on one of the latest. What they compute is checked by the cells
// themselves, against what Starlark computes in float64 and whole numbers.
func TestTeaching(t *testing.T) {
	tier.Check(t)
	files, err := filepath.Glob("testdata/teaching/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lessons: %v", err)
	}
	var mu sync.Mutex
	tiers, refused, left, ran := map[string]int{}, 0, 0, 0
	var lessons []*lesson
	for _, file := range files {
		lessons = append(lessons, readLesson(t, file))
	}
	t.Chdir(t.TempDir()) // a pasted program may write a picture
	t.Run("lesson", func(t *testing.T) {
		for _, l := range lessons {
			t.Run(l.name, func(t *testing.T) {
				t.Parallel()
				names := l.kernels(t)
				if l.takes != "" && tier.Pick(true, true, false) {
					mu.Lock()
					ran++
					left += len(names)
					mu.Unlock()
					tier.Long(t)
				}
				for _, card := range l.cards(t) {
					l.run(t, card)
				}
				mu.Lock()
				defer mu.Unlock()
				ran++
				if l.refused != "" {
					refused += len(names)
				} else if !t.Failed() {
					tiers[l.tier] += len(names)
				}
			})
		}
	})
	whole := ran == len(files) // not where -run chose some
	accepted := 0
	for _, n := range tiers {
		accepted += n
	}
	t.Logf("%d kernels compile and run right, by tiers: %v; %d are refused by name, %d left to the long tier", accepted, tiers, refused, left)
	if all := accepted + refused; whole && !t.Failed() && (all+left < 200 || accepted*200 < all*195) {
		t.Errorf("of %d kernels %d run, want 195 of 200", all, accepted)
	}
}
