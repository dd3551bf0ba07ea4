package warp

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// booked returns the steps that a sequence of calls leaves.
func booked(calls func(s *schedule)) []Step {
	s := new(schedule)
	s.reset(nil, 8)
	calls(s)
	s.finish()
	return s.steps
}

func TestSchedule(t *testing.T) {
	for _, x := range []struct {
		name  string
		calls func(s *schedule)
		want  []Step
	}{
		{"a chain costs the latencies", func(s *schedule) {
			for r := range 3 {
				s.use(r)
				s.issued(4, 24, r+1, 1)
			}
			s.use(3)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Run, Issue: 16, Latency: 3*24 + 4}}},
		{"independent instructions overlap", func(s *schedule) {
			for r := range 4 {
				s.issued(4, 24, r, 1)
			}
			s.use(0) // ready at 24, when the others have issued at 4, 8, 12
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Run, Issue: 20, Latency: 28}}},
		{"both words of a pair are waited for", func(s *schedule) {
			s.issued(8, 48, 2, 2)
			s.use(3)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Run, Issue: 12, Latency: 52}}},
		{"a load is waited for at its first use", func(s *schedule) {
			s.access(Load, 4, 0, 2, 1, 1)
			s.issued(4, 24, 2, 1)
			s.use(1)
			s.issued(4, 24, 3, 1)
			s.use(1) // once is enough
			s.issued(4, 24, 4, 1)
		}, []Step{{Kind: Load, Issue: 4, N: 2}, {Kind: Run, Issue: 4, Latency: 4}, {Kind: Wait}, {Kind: Run, Issue: 8, Latency: 8}}},
		{"two loads are in flight together", func(s *schedule) {
			s.access(Load, 4, 0, 2, 1, 1)
			s.access(Load, 4, 2, 1, 2, 2)
			s.use(3)
			s.use(1)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Load, Issue: 4, N: 2}, {Kind: Load, Issue: 4, First: 2, N: 1, Tag: 1}, {Kind: Wait, Tag: 1}, {Kind: Wait}, {Kind: Run, Issue: 4, Latency: 4}}},
		{"an overwritten load is not waited for until the end", func(s *schedule) {
			s.access(Load, 4, 0, 1, 1, 1)
			s.issued(4, 24, 1, 1)
			s.use(1)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Load, Issue: 4, N: 1}, {Kind: Run, Issue: 8, Latency: 28}, {Kind: Wait}}},
		{"tags are used again", func(s *schedule) {
			s.access(Load, 4, 0, 1, 1, 2)
			s.access(Load, 4, 1, 1, 3, 1)
			s.use(1)
			s.access(Load, 4, 2, 1, 4, 1)
			s.use(2) // the first load's other register
			s.use(4)
		}, []Step{{Kind: Load, Issue: 4, N: 1}, {Kind: Load, Issue: 4, First: 1, N: 1, Tag: 1}, {Kind: Wait},
			{Kind: Load, Issue: 4, First: 2, N: 1}, {Kind: Wait}, {Kind: Wait, Tag: 1}}},
		{"nobody waits for a store", func(s *schedule) {
			s.access(Store, 4, 0, 2, -1, 0)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Store, Issue: 4, N: 2}, {Kind: Run, Issue: 4, Latency: 4}}},
		{"warps take turns", func(s *schedule) {
			for r := range 20 {
				s.issued(4, 24, r%4, 1)
			}
			s.use(3)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Run, Issue: 32, Latency: 32}, {Kind: Run, Issue: 32, Latency: 32}, {Kind: Run, Issue: 20, Latency: 40}}},
		{"a barrier ends a run", func(s *schedule) {
			s.issued(4, 24, 0, 1)
			s.barrier(4)
			s.use(0)
			s.issued(4, 24, -1, 0)
		}, []Step{{Kind: Run, Issue: 8, Latency: 8}, {Kind: Barrier}, {Kind: Run, Issue: 4, Latency: 20}}},
	} {
		if d := cmp.Diff(x.want, booked(x.calls)); d != "" {
			t.Errorf("%s (-want +got):\n%s", x.name, d)
		}
	}
}

// Loads that nobody waits for fill the tags; then the oldest is waited for.
func TestScheduleMostLoads(t *testing.T) {
	s := new(schedule)
	s.reset(nil, 1)
	for range mostLoads + 3 {
		s.access(Load, 4, 0, 1, -1, 0)
	}
	var got []Step
	for _, step := range s.steps[mostLoads:] {
		got = append(got, Step{Kind: step.Kind, Tag: step.Tag})
	}
	want := []Step{{Kind: Wait}, {Kind: Load}, {Kind: Wait, Tag: 1}, {Kind: Load, Tag: 1}, {Kind: Wait, Tag: 2}, {Kind: Load, Tag: 2}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The clock does not overflow in a kernel of more than two seconds.
func TestScheduleClockIsLong(t *testing.T) {
	s := new(schedule)
	s.reset(nil, 1)
	for range 5 {
		s.issued(1<<30, 1<<30, 0, 1)
		s.flush()
	}
	if s.clock != 5<<30 {
		t.Errorf("clock %d, want %d", s.clock, int64(5)<<30)
	}
}

// TestLatencyOfAKernel books a dependent chain of a real kernel: each multiply-add
// waits for the one before, so that the run is longer than what it issues.
func TestLatencyOfAKernel(t *testing.T) {
	run := func(source string) (issue, latency int32) {
		j := job{source: source, block: Dim3{32, 1, 1}, args: []any{zeros(32)}}
		b, err := j.machine(t).Start(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range b.Warps[0].Steps {
			issue, latency = issue+step.Issue, latency+step.Latency
		}
		return issue, latency
	}
	const chain = `__global__ void k(float *a) { float x = threadIdx.x, y = x; x = x * x + y; x = x * x + y; x = x * x + y; x = x * x + y; a[threadIdx.x] = x; }`
	const apart = `__global__ void k(float *a) { float x = threadIdx.x, y = x; a[threadIdx.x] = (x * x + 1.0f) + (x * y + 2.0f) + (y * y + 3.0f); }`
	if issue, latency := run(chain); latency < 4*24 || latency < 2*issue {
		t.Errorf("a chain of 4 issues for %d clocks and takes %d", issue, latency)
	}
	if issue, latency := run(apart); latency > issue*6 || latency < issue/2 {
		t.Errorf("independent operations issue for %d clocks and take %d", issue, latency)
	}
}
