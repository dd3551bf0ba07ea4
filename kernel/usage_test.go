package kernel

import (
	"os"
	"runtime"
	"testing"
)

// What the process uses is told on both channels, also while a cell runs.
func TestUsage(t *testing.T) {
	b := newBench(t)
	cell := b.cell("forever")
	b.r.until(t, "execute_input", func(s sent) bool { return s.Header.MsgType == "execute_input" })
	for _, on := range []channel{shell, control} {
		got := b.reply(b.idle(b.post(on, "usage_request", fields{})))
		host, _ := got["host_virtual_memory"].(map[string]any)
		memory, _ := got["kernel_memory"].(float64)
		total, _ := host["total"].(float64)
		if got["status"] != "ok" || got["pid"] != float64(os.Getpid()) || got["cpu_count"] != float64(runtime.NumCPU()) {
			t.Errorf("reply %v", got)
		}
		if name, _ := os.Hostname(); got["hostname"] != name {
			t.Errorf("hostname %v, want %v", got["hostname"], name)
		}
		// A Go process takes some megabytes, and less than its machine has.
		if memory < 1e6 || memory >= total {
			t.Errorf("the kernel takes %v of %v bytes", memory, total)
		}
		if percent, _ := got["kernel_cpu"].(float64); percent < 0 || percent > 100*float64(runtime.NumCPU()) {
			t.Errorf("kernel_cpu is %v", percent)
		}
	}
	b.k.lanes.interrupt()
	b.idle(cell)
}
