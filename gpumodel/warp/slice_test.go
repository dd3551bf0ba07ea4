package warp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sameCounters executes one block of a kernel with and without values and compares
// all that is counted.
func sameCounters(t *testing.T, body string) {
	t.Helper()
	var counted [2]Stats
	for i, sampled := range []bool{false, true} {
		j := loopJob(body)
		j.args[2], j.sampled = 40, sampled
		m := j.machine(t)
		if err := runAll(m); err != nil {
			t.Fatalf("%v\n%s\n%s", err, body, m.Program)
		}
		counted[i] = m.Stats
	}
	if d := cmp.Diff(counted[0], counted[1]); d != "" {
		t.Errorf("%s\ncounters with (-) and without (+) values:\n%s", body, d)
	}
}

// TestOppositeGuards sets an address under @p and uses it under @!p: the write does not
// end what the other lanes need.
func TestOppositeGuards(t *testing.T) {
	for _, body := range []string{
		`int i = tid * 3; bool p = n < tid; if (p) i = tid & 7; if (!p) sum = a[i];`,
		`int i = tid * 3; bool p = n < tid; if (!p) i = tid & 7; if (p) sum = a[i];`,
		`int i = tid * 3; bool p = n < tid; if (p) i = tid & 7; if (p) sum = a[i];`,
		`int i = tid * 3; bool p = n < tid; if (p) i = tid & 7; else i = tid * 5; if (!p) sum = a[i];`,
	} {
		sameCounters(t, body)
	}
}

// TestRandomGuards does the same with random assignments and loads under random conditions.
func TestRandomGuards(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(7, seed))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		body := "int i = tid * 3, j = tid ^ 5; bool p = n < tid, q = tid % 3 == 1;\n"
		for range 3 + r.IntN(6) {
			v := pick("i", "j")
			body += fmt.Sprintf("\tif (%s) ", pick("p", "!p", "q", "!q", "true")) +
				pick(v+" = tid & 7;", v+" += 16;", v+" = "+pick("i", "j")+" * 2 & 511;", "p = "+v+" < 20;", "sum += a["+v+"];",
					"sum += a["+v+"];") + "\n"
		}
		sameCounters(t, strings.TrimSpace(body))
	}
}
