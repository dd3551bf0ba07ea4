package figure

import (
	"fmt"

	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/plotting"
)

// TransferKind is "copy to device, page-locked".
func TransferKind(t *pcie.Transfer) string {
	kind := "pageable"
	if t.Pinned {
		kind = "page-locked"
	}
	return fmt.Sprintf("copy to %s, %s", TransferTo(t), kind)
}

// TransferTo is where a transfer goes.
func TransferTo(t *pcie.Transfer) string {
	if t.ToDevice {
		return "device"
	}
	return "host"
}

// Transfer is a copy in a few lines.
func Transfer(x *pcie.Transfer) *plotting.Table {
	table := &plotting.Table{Columns: []plotting.Column{{Name: "transfer"}, {Name: TransferKind(x)}}}
	table.Add("GPU", x.Device.Name+", "+Origin(x.Measured))
	table.Add("bytes", plotting.Thousands(int64(x.Bytes)))
	table.Add("time", plotting.SI(x.Time, "s"))
	table.Add("throughput", OfPeak(x.GBps(), x.Device.PCIeGBps, "GB/s"))
	return table
}

// PipelineRows has every op of a pipeline; times are in seconds.
func PipelineRows(line *pcie.Timeline) *plotting.Table {
	t := &plotting.Table{}
	for _, name := range []string{"op", "stream", "chunk", "start", "end", "overlapped"} {
		t.Columns = append(t.Columns, plotting.Column{Name: name})
	}
	for _, s := range line.Spans {
		t.Add(s.Name(), s.Stream, s.Chunk, s.Start, s.End, s.Overlapped)
	}
	return t
}

// Pipeline shows the first ops of a pipeline with their times.
func Pipeline(line *pcie.Timeline, most int) *plotting.Table {
	t := &plotting.Table{
		Title: fmt.Sprintf("%s, modelled: %s; %s one after the other (%s×)", line.Device.Name,
			plotting.SI(line.Time, "s")+plotting.PlusMinus(line.Uncertainty()), plotting.SI(line.Serial,
				"s"), plotting.Number(line.Serial/line.Time, 3)),
		Columns: []plotting.Column{{Name: "op"}, {Name: "stream", Kind: plotting.Int}, {Name: "chunk", Kind: plotting.Int}},
	}
	for _, name := range []string{"start", "end", "overlapped"} {
		t.Columns = append(t.Columns, plotting.Column{Name: name, Unit: "ms", Kind: plotting.Float})
	}
	for _, s := range line.Spans[:min(len(line.Spans), most)] {
		t.Add(s.Name(), s.Stream, s.Chunk, 1e3*s.Start, 1e3*s.End, 1e3*s.Overlapped)
	}
	if len(line.Spans) > most {
		t.Title += fmt.Sprintf("; the first %d of %d ops (p.rows has all)", most, len(line.Spans))
	}
	return t
}
