package kernel

import (
	"context"
	"encoding/csv"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A gpuUsage is what one GPU of this machine does now. What a card does not tell is null.
type gpuUsage struct {
	Index       int      `json:"index"`
	Name        string   `json:"name"`
	Utilization *float64 `json:"utilization_percent"` // share of the last second in which a kernel ran
	MemoryUsed  *uint64  `json:"memory_used"`         // bytes
	MemoryTotal *uint64  `json:"memory_total"`        // bytes
	Temperature *float64 `json:"temperature_celsius"`
	Power       *float64 `json:"power_watts"`
	Clock       *float64 `json:"sm_clock_mhz"`
}

// gpuQuery are the fields that nvidia-smi is asked for, in the order of parseGPUs.
const gpuQuery = "index,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw,clocks.sm"

// A gpuMeter asks nvidia-smi, which comes with NVIDIA's driver. It takes from 20 ms to a
// second, so it is asked beside the requests, which are given its last answer.
type gpuMeter struct {
	mu     sync.Mutex
	asking chan struct{} // closed when the answer is there; nil while none is awaited
	gpus   []gpuUsage
	at     time.Time
}

const (
	gpuFresh    = time.Second            // an answer so young is good
	gpuPatience = 300 * time.Millisecond // how long a request waits for the first answer
	gpuTimeout  = 5 * time.Second
)

// read returns the last answer, and asks for another one if that is old.
func (m *gpuMeter) read() []gpuUsage {
	m.mu.Lock()
	if m.asking == nil && time.Since(m.at) > gpuFresh {
		m.asking = make(chan struct{})
		go m.ask(m.asking)
	}
	asking := m.asking
	m.mu.Unlock()
	if asking != nil {
		select {
		case <-asking:
		case <-time.After(gpuPatience):
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.gpus
}

// ask runs nvidia-smi. Without one there is no GPU to tell of.
func (m *gpuMeter) ask(done chan struct{}) {
	var gpus []gpuUsage
	if smi, err := exec.LookPath("nvidia-smi"); err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), gpuTimeout)
		defer cancel()
		cmd := exec.CommandContext(ctx, smi, "--query-gpu="+gpuQuery, "--format=csv,noheader,nounits")
		cmd.WaitDelay = time.Second
		if text, err := cmd.Output(); err == nil {
			gpus = parseGPUs(string(text))
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gpus, m.at, m.asking = gpus, time.Now(), nil
	close(done)
}

// parseGPUs reads the lines of nvidia-smi; one that is not understood is left out.
func parseGPUs(text string) (gpus []gpuUsage) {
	r := csv.NewReader(strings.NewReader(text))
	r.TrimLeadingSpace = true
	r.FieldsPerRecord = -1
	for row, err := r.Read(); err == nil; row, err = r.Read() {
		if len(row) != strings.Count(gpuQuery, ",")+1 {
			continue
		}
		index, err := strconv.Atoi(row[0])
		if err != nil {
			continue
		}
		number := func(i int) *float64 { // "[N/A]" is no number
			if x, err := strconv.ParseFloat(strings.TrimSpace(row[i]), 64); err == nil {
				return &x
			}
			return nil
		}
		bytes := func(i int) *uint64 { // nvidia-smi says MiB
			if x := number(i); x != nil {
				n := uint64(*x * (1 << 20))
				return &n
			}
			return nil
		}
		gpus = append(gpus, gpuUsage{index, row[1], number(2), bytes(3), bytes(4), number(5), number(6), number(7)})
	}
	return gpus
}
