package figure

import (
	"math"

	"warpbook.dev/plotting"
)

// PartitionCurves are what a sweep over n shows of the partitions: the throughput, and
// how many partitions are in use at once.
type PartitionCurves struct {
	throughput, used plotting.Figure
	index            map[string]int // of a series, by its name
	errors           [][]float64    // of the throughput of each series
	most             int            // partitions
}

// Add adds a size of a launch.
func (p *PartitionCurves) Add(n int, u *PartitionUse) {
	_, inUse := u.least()
	if math.IsInf(inUse, 0) {
		return
	}
	name := u.result.Kernel.Name + ", " + u.result.Device.Name
	i, known := p.index[name]
	if !known {
		if p.index == nil {
			p.index = map[string]int{}
		}
		i = len(p.throughput.Series)
		p.index[name] = i
		p.throughput.Series = append(p.throughput.Series, plotting.Series{Name: name})
		p.used.Series = append(p.used.Series, plotting.Series{Name: name})
		p.errors = append(p.errors, nil)
	}
	add(&p.throughput.Series[i], float64(n), u.result.GBps())
	p.errors[i] = append(p.errors[i], errorBar(u.result))
	add(&p.used.Series[i], float64(n), inUse)
	p.most = max(p.most, u.result.Device.Partitions)
}

func add(s *plotting.Series, x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }

// Figures are the two curves, or none without a point.
func (p *PartitionCurves) Figures() []plotting.Part {
	if len(p.index) == 0 {
		return nil
	}
	p.throughput.Title, p.used.Title = "Throughput over the size", "Partitions in use at once"
	p.throughput.X, p.used.X = plotting.Axis{Label: "n"}, plotting.Axis{Label: "n"}
	for i, s := range p.throughput.Series {
		p.throughput.Series[i] = s.WithErrors(p.errors[i])
	}
	p.throughput.NoteSampleErrors()
	p.throughput.Y, p.used.Y = plotting.Axis{Label: "throughput", Unit: "GB/s"}, plotting.Axis{Label: "partitions"}
	p.used.References = []plotting.Reference{{Y: float64(p.most), Label: "all"}}
	p.used.Provenance = "the access that uses the fewest; first accesses of the blocks that run at the same time"
	return []plotting.Part{&p.throughput, &p.used}
}
