package warp

import (
	"math"
	"testing"
)

// TestRhythm: what period the work of a loop has. The device has no L1, and its words have 4 bytes.
func TestRhythm(t *testing.T) {
	for _, c := range []struct {
		name, body string
		period     int
	}{
		{"no loop", `out[64] = 1;`, 1},
		{"alike", `for (int i = 0; i < n * 20; i++) sum += a[(i * 64 + tid) & 4095];`, 1},
		{"in turn", `for (int i = 0; i < n * 20; i++) { sum += i; if (i % 12 == 5) sum += a[(i * 64 + tid) & 4095]; }`, 12},
		{"trips", `for (int i = 0; i < n * 20; i++) for (int j = 0; j < i % 3 * 4; j++) sum += a[(i * 64 + j + tid) & 4095];`, 3},
		{"sectors", `for (int i = 0; i < n * 20; i++) sum += a[(tid * 64 + i) & 4095];`, 1},
		{"growing", `for (int i = 0; i < n * 4; i++) for (int j = 0; j < i; j++) sum += a[(i * 64 + j * 33 + tid) & 4095];`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := loopJob(c.body)
			r, err := j.machine(t).Rhythm(0)
			if err != nil || r.Period != c.period || r.Uneven > Even {
				t.Errorf("%+v, %v; want a period of %d", r, err, c.period)
			}
		})
	}
}

// TestProfileOfPeriods: a profile that skips iterations counts what all of them do.
func TestProfileOfPeriods(t *testing.T) {
	for _, body := range []string{
		`for (int i = 0; i < n * 20; i++) { sum += i; if (i % 12 == 5) sum += a[(i * 64 + tid) & 4095]; }`,
		`for (int i = 0; i < n * 16 + 7; i++) { sum += i; if ((i & 15) == 15) sum += a[(i * 64 + tid) & 4095]; }`,
		`for (int i = 0; i < 131; i++) { sum += i; if ((i & 31) == 15) sum += a[(i * 64 + tid) & 4095]; }`,
	} {
		j := loopJob(body)
		whole, short := j.machine(t), j.machine(t)
		if err := whole.Execute(0); err != nil {
			t.Fatal(err)
		}
		p, err := short.Profile(0)
		if err != nil {
			t.Fatal(err)
		}
		want := whole.Stats
		if got := short.Stats; math.Abs(float64(got.Loads.Requests-want.Loads.Requests)) > 0.02*float64(want.Loads.Requests) ||
			got.Stores.Requests != want.Stores.Requests || math.Abs(float64(got.Instructions-want.Instructions)) > 0.02*float64(want.Instructions) {
			t.Errorf("%s: %d instructions, %d loads, %d stores; want %d, %d, %d (%+v)", body, got.Instructions, got.Loads.Requests,
				got.Stores.Requests,
				want.Instructions, want.Loads.Requests, want.Stores.Requests, p.Rhythm)
		}
	}
}
