package kernel

import (
	"errors"
	"os"
	"runtime"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/mem"
	"github.com/shirou/gopsutil/v4/process"
)

// A usage is the content of usage_reply, which the protocol does not describe:
// ipykernel defines it, jupyter-resource-usage and JupyterLab's status bar show it.
type usage struct {
	Status    string  `json:"status"`
	Hostname  string  `json:"hostname"`
	PID       int     `json:"pid"`
	KernelCPU float64 `json:"kernel_cpu"`    // percent of one core since the last request
	Memory    uint64  `json:"kernel_memory"` // resident, bytes
	// HostCPU is missing where it is not known: in the first reply.
	HostCPU       float64        `json:"host_cpu_percent,omitempty"`
	CPUs          int            `json:"cpu_count"`
	VirtualMemory map[string]any `json:"host_virtual_memory"`
	// GPUs is our own; it is missing where there are none.
	GPUs []gpuUsage `json:"gpus,omitempty"`
}

// A meter measures this process and its host from one request to the next.
type meter struct {
	self *process.Process
	gpus gpuMeter
}

func newMeter() *meter {
	self, err := process.NewProcess(int32(os.Getpid()))
	if err != nil {
		return &meter{}
	}
	return &meter{self: self}
}

var errNoUsage = errors.New("kernel: this system does not report what a process uses")

// read measures; what the system does not tell is an error.
func (m *meter) read() (*usage, error) {
	if m.self == nil {
		return nil, errNoUsage
	}
	u := &usage{Status: "ok", PID: os.Getpid(), CPUs: runtime.NumCPU()}
	var errs [4]error
	u.Hostname, errs[0] = os.Hostname()
	u.KernelCPU, errs[1] = m.self.Percent(0)
	u.KernelCPU = min(u.KernelCPU, 100*float64(u.CPUs)) // the system counts in ticks, which a short interval may hold none or one of
	resident, err := m.self.MemoryInfo()
	if errs[2] = err; err == nil {
		u.Memory = resident.RSS
	}
	host, err := mem.VirtualMemory()
	if errs[3] = err; err == nil {
		u.VirtualMemory = map[string]any{
			"total": host.Total, "available": host.Available, "used": host.Used, "free": host.Free, "percent": host.UsedPercent,
		}
	}
	if percent, err := cpu.Percent(0, false); err == nil && len(percent) == 1 {
		u.HostCPU = percent[0]
	}
	u.GPUs = m.gpus.read()
	return u, errors.Join(errs[:]...)
}

func (k *Kernel) usageRequest(*request) (any, error) {
	u, err := k.meter().read()
	if err != nil {
		return nil, err
	}
	return u, nil
}
