package gpumodel

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// WB_POINTS="matmul/naive:128x1:512,..."
func TestScratch(t *testing.T) {
	spec := os.Getenv("WB_POINTS")
	if spec == "" {
		t.Skip()
	}
	for _, s := range strings.Split(spec, ",") {
		f := strings.Split(s, ":")
		p, err := FindProgram(f[0])
		if err != nil {
			t.Fatal(err)
		}
		n, _ := strconv.Atoi(f[2])
		o := ProgramRun{N: n, Mode: Sample, Check: Sample}
		if len(f) > 3 && f[3] == "full" {
			o.Mode = Full
		}
		if f[1] != "" {
			fmt.Sscanf(f[1], "%dx%d", &o.Block.X, &o.Block.Y)
			o.Block.Z = 1
		}
		start := time.Now()
		r, err := p.Run(t.Context(), gtx280(t), o)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%-32s %7s %5d  time %.6g s  GFLOPS %.2f  sampled %.3g wall %.3fs  bound %s %.2f blocks/SM %d\n", f[0], f[1], n, r.Time, r.GFLOPs(), r.Sampled, time.Since(start).Seconds(), r.Bounds[0].Name, r.Bounds[0].Share, r.Occupancy.BlocksPerSM)
	}
}
