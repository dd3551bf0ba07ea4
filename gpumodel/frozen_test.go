package gpumodel_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/internal/tier"
)

var updateFrozen = flag.Bool("update", false, "write testdata/frozen.csv anew")

// frozenCards cover the instruction sets, the rules of coalescing and the memory systems.
var frozenCards = []string{"8800 GTX", "GTX 280", "Tesla C2050", "Tesla K20X", "A100 80GB", "B200"}

// frozenCounters are the columns of the golden. A card that lacks a counter has 0 there.
var frozenCounters = []string{
	"smsp__inst_executed.sum", "smsp__inst_issued.sum", "smsp__thread_inst_executed.sum", "smsp__cycles_active.avg",
	"inst_bytes_requested", "flop_count_sp", "flop_count_dp", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
	"gld_request", "gst_request", "gld_transactions", "gst_transactions", "gld_32b", "gld_64b", "gld_128b",
	"local_load", "local_store", "shared_load", "shared_store", "shared_load_transactions", "shared_store_transactions",
	"shared_ld_bank_conflict", "shared_st_bank_conflict", "warp_serialize", "inst_barrier", "branch", "divergent_branch",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
	"l1_global_load_hit", "l1_global_load_miss", "lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum",
	"dram__bytes_read.sum", "dram__bytes_write.sum", "tex_cache_hit", "tex_cache_miss",
	"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
	"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
	"sm__warps_active.avg.pct_of_peak_sustained_active",
}

// frozenSize is the n of a program: large enough that the launch is sampled.
func frozenSize(family string) int {
	switch family {
	case "matmul", "product":
		return 256
	case "transpose":
		return 1024
	case "climate":
		return 1024
	case "stencil":
		return 32
	}
	return 1 << 18
}

// TestFrozen holds what the model says of every built-in program on six cards, from compute
// capability 1.0 to 10.0: time and counters in full, and a digest of bounds and instructions.
// A change that moves code or turns lists into tables leaves the file as it is, and that is its
// proof. With -short each program runs on one of the cards.
func TestFrozen(t *testing.T) {
	type job struct{ program, card string }
	var jobs []job
	for _, p := range programs.All("") {
		for _, card := range frozenCards {
			jobs = append(jobs, job{p.Name, card})
		}
	}
	all := len(jobs)
	if !*updateFrozen {
		jobs = tier.Sample(t, jobs, tier.Pick(all/20, all/10, all))
	}
	rows := make([][]string, len(jobs))
	var wait sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, j := range jobs {
		wait.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			rows[i] = frozenRow(t, j.program, j.card)
		})
	}
	wait.Wait()
	var got bytes.Buffer
	w := csv.NewWriter(&got)
	header := append([]string{"program", "card", "n", "seconds", "bound", "registers", "sampled"}, frozenCounters...)
	if err := w.WriteAll(append([][]string{append(header, "digest")}, rows...)); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "frozen.csv")
	if *updateFrozen {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(string(want), "\n")
	if len(jobs) < all {
		wanted = slices.DeleteFunc(wanted, func(row string) bool {
			return !slices.ContainsFunc(jobs, func(j job) bool { return strings.HasPrefix(row, j.program+","+j.card+",") }) &&
				row != "" && !strings.HasPrefix(row, "program,")
		})
	}
	if diff := cmp.Diff(wanted, strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("the model says something else now (-want +got):\n%s", diff)
	}
}

func frozenRow(t *testing.T, program, card string) []string {
	p, err := programs.Find(program)
	if err != nil {
		t.Error(err)
		return nil
	}
	d, err := device.Get(card)
	if err != nil {
		t.Error(err)
		return nil
	}
	family, _, _ := strings.Cut(program, "/")
	n := frozenSize(family)
	row := []string{program, card, strconv.Itoa(n)}
	r, err := p.Run(t.Context(), d, programs.Run{N: n, Mode: gpumodel.Sample, Check: gpumodel.Sample})
	if err != nil { // the card cannot run it: that is frozen too
		return append(append(row, "refused"), make([]string, 4+len(frozenCounters))...)
	}
	row = append(row, exactly(r.Time), r.Bound(), strconv.Itoa(r.Registers), exactly(r.Sampled))
	for _, name := range frozenCounters {
		x, err := r.Counters.Get(name)
		if err != nil {
			t.Error(err)
		}
		row = append(row, exactly(x))
	}
	return append(row, frozenDigest(t, p, d, r))
}

// frozenDigest is a digest of what has no column.
func frozenDigest(t *testing.T, p *programs.Program, d *device.Device, r *gpumodel.Result) string {
	sum := sha256.New()
	for _, b := range r.Bounds {
		fmt.Fprintln(sum, b.Name, exactly(b.Time), exactly(b.Share))
	}
	k, err := p.Kernel(gpumodel.Options{})
	if err != nil {
		t.Error(err)
		return ""
	}
	code, err := k.Lower(t.Context(), d)
	if err != nil {
		t.Error(err)
		return ""
	}
	fmt.Fprint(sum, code)
	return fmt.Sprintf("%x", sum.Sum(nil)[:8])
}

// exactly writes a number so that another one is written differently.
func exactly(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
