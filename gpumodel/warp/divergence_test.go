package warp

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestDivergence executes the kernels of testdata/divergence.txt with n = 4. What
// warps must do stands behind // on the line where they do it: how often a warp
// executes the line, whatever its lanes; how many branches warps execute there, and
// at how many their lanes part. The branches are counted over the whole kernel.
func TestDivergence(t *testing.T) {
	data, err := os.ReadFile("testdata/divergence.txt")
	if err != nil {
		t.Fatal(err)
	}
	line := 1
	for source := range strings.SplitSeq(string(data), "\n---\n") {
		t.Run(fmt.Sprintf("line %d", line), func(t *testing.T) { checkDivergence(t, source, line) })
		line += strings.Count(source, "\n") + 2
	}
}

var wanted = regexp.MustCompile(`(warps|branch|divergent|block) (\d+)`)

func checkDivergence(t *testing.T, source string, first int) {
	j := job{source: source, block: Dim3{32, 1, 1}, args: []any{4}}
	if strings.Contains(source, "*a)") {
		j.args = []any{zeros(32)}
	}
	warps, total := map[int]int64{}, map[string]int64{}
	for i, line := range strings.Split(source, "\n") {
		code, comment, _ := strings.Cut(line, "//")
		if code == "" {
			continue
		}
		for _, m := range wanted.FindAllStringSubmatch(comment, -1) {
			n, err := strconv.ParseInt(m[2], 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			switch m[1] {
			case "block":
				j.block.X = int(n)
			case "warps":
				warps[i+1] = n
			default:
				total[m[1]] += n
			}
		}
	}
	m := j.machine(t)
	if err := runAll(m); err != nil {
		t.Fatal(err)
	}
	executed := map[int]int64{}
	for pc, in := range m.Program.Code {
		executed[in.Line] = max(executed[in.Line], m.Stats.Executed[pc])
	}
	for line, want := range warps {
		if executed[line] != want {
			t.Errorf("testdata/divergence.txt:%d: warps executed it %d times, want %d", first+line-1, executed[line], want)
		}
	}
	for name, got := range map[string]int64{"divergent": m.Stats.DivergentBranches, "branch": m.Stats.Branches} {
		if want, ok := total[name]; ok && got != want {
			t.Errorf("%d branches (%s), want %d", got, name, want)
		}
	}
	if t.Failed() {
		t.Log(m.Program)
	}
}
