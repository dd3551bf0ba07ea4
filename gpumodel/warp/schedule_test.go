package warp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
)

// An instruction of the cores, one of the load-store or the branch unit, one of
// the special function units, and one that can go to these or to the cores.
var (
	alu  = clocks{issue: 4, port: 2, busy: isa.Busy{isa.PipeCores: 4}, latency: 24}
	sent = clocks{issue: 4, port: 2, latency: 24}
	mufu = clocks{issue: 16, port: 2, busy: isa.Busy{isa.PipeSFU: 16}, latency: 28}
	dual = clocks{issue: 4, port: 2, busy: isa.Busy{isa.PipeCores: 4}, dual: 4, latency: 24}
)

// booked returns the steps that a sequence of calls leaves.
func booked(calls func(s *schedule)) []Step {
	s := &schedule{quantum: quanta(&device.Device{CoreParts: 1})}
	s.reset(nil, 8)
	calls(s)
	s.finish()
	var steps []Step
	for _, step := range s.steps {
		steps = append(steps, *step)
	}
	return steps
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
				s.issued(&alu, 0, r+1, 1)
			}
			s.use(3)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 8, Busy: isa.Busy{isa.PipeCores: 16}, Latency: 3*24 + 4, WaitClocks: 3 * 20}}},
		{"independent instructions overlap", func(s *schedule) {
			for r := range 4 {
				s.issued(&alu, 0, r, 1)
			}
			s.use(0) // ready at 24, when the others have issued at 4, 8, 12
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 10, Busy: isa.Busy{isa.PipeCores: 20}, Latency: 28, WaitClocks: 8}}},
		{"a guard is waited for longer than an operand", func(s *schedule) {
			s.guards = guards{first: 6, longer: 9}
			s.issued(&sent, 0, 6, 1)
			s.use(6) // at 24
			s.issued(&sent, 0, -1, 0)
			s.guarded(6) // at 33
			s.issued(&sent, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 6, Latency: 37, WaitClocks: 20 + 5}}},
		{"both words of a pair are waited for", func(s *schedule) {
			s.issued(&clocks{issue: 8, port: 4, busy: isa.Busy{isa.PipeCores: 8}, latency: 48}, 0, 2, 2)
			s.use(3)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 6, Busy: isa.Busy{isa.PipeCores: 12}, Latency: 52, WaitClocks: 40}}},
		{"a load is waited for at its first use", func(s *schedule) {
			s.access(Step{Kind: Load, N: 2}, &sent, 0, 1, 1)
			s.issued(&alu, 0, 2, 1)
			s.use(1)
			s.issued(&alu, 0, 3, 1)
			s.use(1) // once is enough
			s.issued(&alu, 0, 4, 1)
		}, []Step{{Kind: Load, Port: 2, Latency: 4, N: 2}, {Kind: Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 4}, {Kind: Wait},
			{Kind: Run, Port: 4, Busy: isa.Busy{isa.PipeCores: 8}, Latency: 8}}},
		{"two loads are in flight together", func(s *schedule) {
			s.access(Step{Kind: Load, N: 2}, &sent, 0, 1, 1)
			s.access(Step{Kind: Load, N: 1}, &sent, 0, 2, 2)
			s.use(3)
			s.use(1)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Load, Port: 2, Latency: 4, N: 2}, {Kind: Load, Port: 2, Latency: 4, N: 1, Tag: 1}, {Kind: Wait, Tag: 1},
			{Kind: Wait}, {Kind: Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 4}}},
		{"an overwritten load is not waited for until the end", func(s *schedule) {
			s.access(Step{Kind: Load, N: 1}, &sent, 0, 1, 1)
			s.issued(&alu, 0, 1, 1)
			s.use(1)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Load, Port: 2, Latency: 4, N: 1}, {Kind: Run, Port: 4, Busy: isa.Busy{isa.PipeCores: 8}, Latency: 28,
			WaitClocks: 20}, {Kind: Wait}}},
		{"tags are used again", func(s *schedule) {
			s.access(Step{Kind: Load, N: 1}, &sent, 0, 1, 2)
			s.access(Step{Kind: Load, N: 1}, &sent, 0, 3, 1)
			s.use(1)
			s.access(Step{Kind: Load, N: 1}, &sent, 0, 4, 1)
			s.use(2) // the first load's other register
			s.use(4)
		}, []Step{{Kind: Load, Port: 2, Latency: 4, N: 1}, {Kind: Load, Port: 2, Latency: 4, N: 1, Tag: 1}, {Kind: Wait},
			{Kind: Load, Port: 2, Latency: 4, N: 1}, {Kind: Wait}, {Kind: Wait, Tag: 1}}},
		{"nobody waits for a store", func(s *schedule) {
			s.access(Step{Kind: Store, N: 2}, &sent, 0, -1, 0)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Store, Port: 2, Latency: 4, N: 2}, {Kind: Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 4}}},
		{"warps take turns", func(s *schedule) {
			for r := range 20 {
				s.issued(&alu, 0, r%4, 1)
			}
			s.use(3)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 16, Busy: isa.Busy{isa.PipeCores: 32}, Latency: 32},
			{Kind: Run, Port: 16, Busy: isa.Busy{isa.PipeCores: 32}, Latency: 32}, {Kind: Run, Port: 10, Busy: isa.Busy{isa.PipeCores: 20},
				Latency: 40, WaitClocks: 20}}},
		{"the units work side by side", func(s *schedule) {
			s.issued(&mufu, 0, 0, 1)
			s.issued(&alu, 0, 1, 1)
			s.issued(&sent, 0, -1, 0)
			s.issued(&alu, 12, 2, 1)
		}, []Step{{Kind: Run, Port: 20, Busy: isa.Busy{isa.PipeCores: 20, isa.PipeSFU: 16}, Latency: 40}}},
		{"a multiplication goes where there is less to do", func(s *schedule) {
			for range 3 {
				s.issued(&alu, 0, 0, 1)
				s.issued(&dual, 0, 1, 1)
			}
			s.issued(&dual, 0, 1, 1)
		}, []Step{{Kind: Run, Port: 14, Busy: isa.Busy{isa.PipeCores: 12, isa.PipeSFU: 16}, Latency: 28}}},
		{"a sequence holds its warp up", func(s *schedule) {
			s.sequence(alu.times(2), 0, -1, 0)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 6, Busy: isa.Busy{isa.PipeCores: 12}, Latency: 2*24 + 4, WaitClocks: 2 * 20}}},
		{"stalls have a reason and a place", func(s *schedule) {
			s.pc = 3
			s.issued(&clocks{issue: 4, port: 2, busy: isa.Busy{isa.PipeCores: 4}, latency: 36, short: true}, 0, 0, 1)
			s.pc = 4
			s.issued(&alu, 0, 1, 1)
			s.pc = 5
			s.use(1) // 20 clocks
			s.use(0) // 8 more
			s.issued(&alu, 0, -1, 0)
			s.pc = 6
			s.access(Step{Kind: Load, N: 1}, &sent, 0, 2, 1)
			s.pc = 7
			s.use(2)
		}, []Step{{Kind: Run, Port: 6, Busy: isa.Busy{isa.PipeCores: 12}, Latency: 40, PC: 3, StallPC: 5, WaitClocks: 20, ShortClocks: 8},
			{Kind: Load, Port: 2, Latency: 4, N: 1, PC: 6}, {Kind: Wait, PC: 7}}},
		{"a barrier ends a run", func(s *schedule) {
			s.issued(&alu, 0, 0, 1)
			s.barrier(sent, meeting{})
			s.use(0)
			s.issued(&alu, 0, -1, 0)
		}, []Step{{Kind: Run, Port: 4, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 8}, {Kind: Barrier},
			{Kind: Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 20, WaitClocks: 16}}},
	} {
		if d := cmp.Diff(x.want, booked(x.calls)); d != "" {
			t.Errorf("%s (-want +got):\n%s", x.name, d)
		}
	}
}

// Loads that nobody waits for fill the tags; then the oldest is waited for.
func TestScheduleMostLoads(t *testing.T) {
	s := &schedule{quantum: quanta(&device.Device{CoreParts: 1})}
	s.reset(nil, 1)
	for range mostLoads + 3 {
		s.access(Step{Kind: Load, N: 1}, &sent, 0, -1, 0)
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
	s := &schedule{quantum: quanta(&device.Device{CoreParts: 1})}
	s.reset(nil, 1)
	for range 5 {
		s.issued(&clocks{issue: 1 << 30, port: 1 << 29, busy: isa.Busy{isa.PipeCores: 1 << 30}, latency: 1 << 30}, 0, 0, 1)
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
		b, err := j.machine(t).Start(0, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range b.Warps[0].Steps {
			issue, latency = issue+step.Busy[isa.PipeCores], latency+step.Latency
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
