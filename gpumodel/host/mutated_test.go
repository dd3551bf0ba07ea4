package host_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

// A mutator changes programs as slips, and those who attack, do.
type mutator struct {
	*rand.Rand
	tokens []string // of all programs
}

var (
	mutatedToken   = regexp.MustCompile(`\s+|\w+|"(?:[^"\\\n]|\\.)*"|//[^\n]*|<<<|>>>|->|\+\+|--|&&|\|\||[<>=!+*/-]=|.`)
	mutatedNumbers = []string{"-1", "0", "1", "32", "33", "1025", "65536", "2147483647", "4294967296", "9223372036854775807", "1e30f", "0x7fffffff"}
)

// word is the place of a word or a number, or of anything where there are few.
func (m *mutator) word(tokens []string) int {
	i := m.IntN(len(tokens))
	for range 20 {
		if c := tokens[i][0]; c >= '0' && c <= '9' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			break
		}
		i = m.IntN(len(tokens))
	}
	return i
}

// mutate makes one to three changes.
func (m *mutator) mutate(text string) string {
	tokens := mutatedToken.FindAllString(text, -1)
	for range 1 + m.IntN(3) {
		if len(tokens) == 0 {
			break
		}
		i := m.word(tokens)
		switch m.IntN(8) {
		case 0: // words left out, twice, or at another place
			n := min(1+m.IntN(8), len(tokens)-i)
			part := append([]string(nil), tokens[i:i+n]...)
			j := m.IntN(len(tokens))
			switch m.IntN(3) {
			case 0:
				tokens = append(append([]string(nil), tokens[:i]...), tokens[i+n:]...)
			case 1:
				tokens = append(append(append([]string(nil), tokens[:i]...), part...), tokens[i:]...)
			case 2:
				tokens = append(append(append([]string(nil), tokens[:j]...), part...), tokens[j:]...)
			}
		case 1: // a word of another program
			tokens[i] = m.tokens[m.word(m.tokens)]
		case 2, 3: // another word of this one
			tokens[i] = tokens[m.word(tokens)]
		default: // a number
			for range 50 {
				if c := tokens[i][0]; c >= '0' && c <= '9' {
					tokens[i] = mutatedNumbers[m.IntN(len(mutatedNumbers))]
					break
				}
				i = m.word(tokens)
			}
		}
	}
	return strings.Join(tokens, "")
}

// TestMutated compiles and runs programs with slips in them: whatever a program is, there is an answer. Nothing panics, and
// nothing goes on for more than five seconds without a look at whether somebody has interrupted it.
func TestMutated(t *testing.T) {
	texts := textsOf(t, "testdata/programs/*.cu", "testdata/faults/*.cu", "testdata/hosted/*.cpp")
	m := &mutator{}
	for _, text := range texts {
		m.tokens = append(m.tokens, mutatedToken.FindAllString(text, -1)...)
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	var compiled atomic.Int64
	seeds := make([]uint64, 10_000)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	var wait sync.WaitGroup
	next := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			own := *m
			for seed := range next {
				own.Rand = rand.New(rand.NewPCG(seed, 0))
				if mutatedRun(t, d, own.mutate(texts[own.IntN(len(texts))])) {
					compiled.Add(1)
				}
			}
		})
	}
	for _, seed := range tier.Sample(t, seeds, tier.Pick(8, 60, len(seeds))) {
		next <- seed
	}
	close(next)
	wait.Wait()
	t.Log(compiled.Load(), "of them are programs")
}

func mutatedRun(t *testing.T, d *device.Device, source string) (isProgram bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("panic: %v\n%s\n%s", r, debug.Stack(), source)
		}
	}()
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	const patience = 5 * time.Second
	tooLong := errors.New("it goes on for ever")
	looks := cputime.NewCountdown(t.Context(), 0, nil)
	p, err := host.Compile(looks, "p.cu", source, gpumodel.Options{})
	if looks.Longest() > patience {
		t.Errorf("compiling takes %v between two looks\n%s", looks.Longest(), source)
	}
	if err != nil {
		return false
	}
	looks = cputime.NewCountdown(t.Context(), 100, tooLong)
	began := cputime.Thread()
	_, err = p.Run(looks, host.Options{
		Device: d, Args: []string{"./p"}, Stdin: strings.NewReader("3 1 4 1 5\n"), Stdout: io.Discard, Stderr: io.Discard, Memory: 64 << 20, Folder: &folder.Folder{Dir: t.TempDir()},
	})
	if last := cputime.Thread() - began; looks.Longest() > patience || last > 4*patience {
		t.Errorf("running takes %v, %v between two looks: %v\n%s", last, looks.Longest(), err, source)
	}
	return true
}
