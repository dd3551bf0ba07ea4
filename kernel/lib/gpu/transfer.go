package gpu

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "transfer", Page: "launching.md", StateFunc: (*Library).transfer,
	Returns: &Transfer{},
	Args:    face.Hints{"to": face.Words("device", "host"), "pinned": face.YesOrNo},
	Doc: `transfer(data, to="device", pinned=False, gpu=None)
Models a copy between host memory and GPU memory over PCI Express, like cudaMemcpy. Use it only to get the time
of the copy. A cell can read arrays without a copy.

data (array or int): an array, or a number of bytes
to (string, "device"): the target of the copy: "device" or "host"
pinned (bool, False): True means that the host memory is page-locked (cudaMallocHost). Its copies are faster,
  and can run at the same time as kernels
gpu (GPU or name, None): the GPU; None is the default of the session

Returns a transfer t: t.time, t.gbps, t.bytes, t.to, t.pinned.

    transfer(zeros((1024, 1024)), pinned=True).time
    transfer(1 << 20, to="host").gbps`,
})

var _ = registry.Declare(row{
	Name: "pipeline", Page: "launching.md", StateFunc: (*Library).pipeline,
	Returns: &Pipeline{Table: exampleTable},
	Args:    face.Hints{"order": face.Words("breadth", "depth")},
	Doc: `pipeline(ops, chunks=4, streams=2, order="breadth", gpu=None)
Computes when a GPU executes the operations of several streams. The data is split into chunks. Each chunk
executes all operations in one stream. An operation starts when the previous operation of its stream has ended
and its engine is free. GPUs of compute capability 1.0 have one engine for kernels and copies. GPUs of 1.1 to
1.3 have one engine for kernels and one engine for copies. The engine for copies executes them in the order of
issue. From 2.0 on, kernels of several streams run at the same time if their blocks fit on the SMs. From 3.5 on,
an operation that waits does not delay other streams. A transfer without pinned memory starts after all earlier
operations have ended. All later operations start after it.

ops (list): the operations of one chunk: transfers and results of launches
chunks (int, 4): number of chunks
streams (int, 2): number of streams; the chunks use them in turn
order (string, "breadth"): "breadth" issues the first operation for one chunk of every stream, then the second
  operation, and so on. "depth" issues all operations of one chunk, then the next chunk
gpu (GPU or name, None): the GPU; None is the default of the session

Returns a pipeline p: p.time, p.serial (the time without overlap), p.speedup, p.rows.

    r = launch(cuda("__global__ void k(float *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = 2 * a[i]; }").k, 4096, 256, [zeros(1 << 20)])
    pipeline([transfer(1 << 22, pinned=True), r, transfer(1 << 22, to="host", pinned=True)])`,
})

// A Transfer is a modelled copy over PCI Express as a value.
type Transfer struct{ transfer *pcie.Transfer }

func (t *Transfer) String() string {
	return fmt.Sprintf("<%s, %s: %s>", figure.TransferKind(t.transfer), plotting.SI(float64(t.transfer.Bytes), "B"),
		plotting.SI(t.transfer.Time, "s"))
}
func (*Transfer) Type() string            { return "transfer" }
func (*Transfer) Freeze()                 {}
func (*Transfer) Truth() starlark.Bool    { return true }
func (t *Transfer) Hash() (uint32, error) { return face.Unhashable(t) }

var _ = face.DeclareFields(&registry, face.Fields[*Transfer]{
	"time":   face.Number(func(t *Transfer) float64 { return t.transfer.Time }),
	"gbps":   face.Number(func(t *Transfer) float64 { return t.transfer.GBps() }),
	"bytes":  face.Integer(func(t *Transfer) int { return t.transfer.Bytes }),
	"to":     face.Text(func(t *Transfer) string { return figure.TransferTo(t.transfer) }),
	"pinned": func(t *Transfer) (starlark.Value, error) { return starlark.Bool(t.transfer.Pinned), nil },
	"gpu":    func(t *Transfer) (starlark.Value, error) { return &GPU{t.transfer.Device}, nil },
})

// Attr returns an attribute of the transfer.
func (t *Transfer) Attr(name string) (starlark.Value, error) { return registry.Attr(t, name) }

// AttrNames lists the attributes.
func (t *Transfer) AttrNames() []string { return registry.AttrNames(t) }

// Doc is what ?t shows.
func (*Transfer) Doc() string {
	return `Describes a modelled copy over PCI Express: time in seconds, gbps, bytes, to ("device" or "host"),
pinned (page-locked memory) and gpu. pipeline(…) overlaps transfers and kernels.`
}

// MIMEBundle shows the transfer as a short table.
func (t *Transfer) MIMEBundle() (data, metadata map[string]any) {
	return figure.Transfer(t.transfer).MIMEBundle()
}

// maxCopy bounds a transfer that is given in bytes: the address space of c.c. 1.x.
const maxCopy = 1 << 32

func (l *Library) transfer(c face.Call) (starlark.Value, error) {
	var data, gpu starlark.Value
	to, pinned := "device", false
	if err := c.Unpack("data", &data, "to?", &to, "pinned?", &pinned, "gpu??", &gpu); err != nil {
		return nil, err
	}
	if to != "device" && to != "host" {
		return nil, face.ValueErrorf("transfer: to=%q: want \"device\" or \"host\"", to)
	}
	d, err := l.DeviceOf(gpu)
	if err != nil {
		return nil, err
	}
	bytes := 0
	switch v := data.(type) {
	case *array.Array:
		bytes = v.Size() * v.Data.DType.Size()
	case starlark.Int:
		n, ok := v.Int64()
		if !ok || n < 0 || n > maxCopy {
			return nil, face.ValueErrorf("transfer: %v bytes, want 0 to %d", v, maxCopy)
		}
		bytes = int(n)
	default:
		return nil, face.TypeErrorf("transfer: want an array or a number of bytes, got %s", face.Describe(data))
	}
	t, err := pcie.NewTransfer(c.Ctx(), d, bytes, to == "device", pinned)
	if on := cudacell.OnCard(err); on != nil {
		return nil, on
	}
	if err != nil {
		return nil, face.ValueErrorf("transfer: %v", err)
	}
	return &Transfer{t}, nil
}

// ShownRows is the number of rows of a pipeline or a sweep that a cell shows.
const ShownRows = 20

// A Pipeline is the timeline of streams as a value: a table with a row for each op.
type Pipeline struct {
	*plot.Table
	line *pcie.Timeline
}

// newPipeline makes the table; times in it are in seconds.
func newPipeline(line *pcie.Timeline) *Pipeline {
	return &Pipeline{plot.NewTable(figure.PipelineRows(line)), line}
}

func (*Pipeline) Type() string            { return "pipeline" }
func (p *Pipeline) Hash() (uint32, error) { return face.Unhashable(p) }

// String is the table as text.
func (p *Pipeline) String() string { return p.view().Text() }

var _ = face.DeclareFields(&registry, face.Fields[*Pipeline]{
	"time":    face.Number(func(p *Pipeline) float64 { return p.line.Time }),
	"serial":  face.Number(func(p *Pipeline) float64 { return p.line.Serial }),
	"speedup": face.Number((*Pipeline).speedup),
	"gpu":     func(p *Pipeline) (starlark.Value, error) { return &GPU{p.line.Device}, nil },
})

func (p *Pipeline) speedup() float64 { return p.line.Serial / p.line.Time }

// Attr returns an attribute of the table, or one of the pipeline's own.
func (p *Pipeline) Attr(name string) (starlark.Value, error) {
	if v, err := p.Table.Attr(name); v != nil || err != nil {
		return v, err
	}
	return registry.Attr(p, name)
}

// AttrNames lists the attributes.
func (p *Pipeline) AttrNames() []string {
	return append(p.Table.AttrNames(), registry.AttrNames(p)...)
}

// Doc is what ?p shows.
func (*Pipeline) Doc() string {
	return `Tells when a GPU executes the operations of streams.
time     seconds until all are done; serial: one operation after the other; speedup
rows     a list of dicts: op, stream, chunk, start, end, and overlapped, the time beside other operations
gpu, column("start"), csv()`
}

// MIMEBundle shows the ops with their times.
func (p *Pipeline) MIMEBundle() (data, metadata map[string]any) { return p.view().MIMEBundle() }

func (p *Pipeline) view() *plotting.Table { return figure.Pipeline(p.line, ShownRows) }

// maxIssued bounds a pipeline.
const maxIssued = 10_000

func (l *Library) pipeline(c face.Call) (starlark.Value, error) {
	var list starlark.Iterable
	var gpu starlark.Value
	chunks, streams, order := 4, 2, "breadth"
	if err := c.Unpack("ops", &list, "chunks?", &chunks, "streams?", &streams, "order?", &order, "gpu??", &gpu); err != nil {
		return nil, err
	}
	ops, err := opsOf(list)
	if err != nil {
		return nil, err
	}
	orders := map[string]pcie.Order{"breadth": pcie.BreadthFirst, "depth": pcie.DepthFirst}
	issue, known := orders[order]
	switch {
	case !known:
		return nil, face.ValueErrorf("pipeline: order=%q: want \"breadth\" or \"depth\"", order)
	case chunks < 1 || streams < 1:
		return nil, face.ValueErrorf("pipeline: chunks=%d, streams=%d: want at least 1 of each", chunks, streams)
	case len(ops) == 0:
		return nil, face.ValueErrorf("pipeline: ops is empty; give transfers and results of launches")
	case chunks > maxIssued/len(ops):
		return nil, face.ValueErrorf("pipeline: %d chunks of %d ops are more than %d", chunks, len(ops), maxIssued)
	}
	d, err := l.pipelineDevice(gpu, ops)
	if err != nil {
		return nil, err
	}
	line, err := pcie.Schedule(d, pcie.Issue(ops, chunks, streams, issue))
	if err != nil {
		return nil, face.ValueErrorf("pipeline: %v", err)
	}
	return newPipeline(line), nil
}

// pipelineDevice is the GPU that was asked for, or that of the ops.
func (l *Library) pipelineDevice(gpu starlark.Value, ops []pcie.Op) (*device.Device, error) {
	switch {
	case gpu != nil:
		return l.DeviceOf(gpu)
	case ops[0].Transfer != nil:
		return ops[0].Transfer.Device, nil
	}
	return ops[0].Result.Device, nil
}

func opsOf(list starlark.Iterable) ([]pcie.Op, error) {
	var ops []pcie.Op
	for v := range starlark.Elements(list) {
		switch v := v.(type) {
		case *Transfer:
			ops = append(ops, pcie.Op{Transfer: v.transfer})
		case *Result:
			ops = append(ops, pcie.Op{Result: v.result})
		default:
			return nil, face.TypeErrorf("pipeline: op %d is %s, want a transfer or the result of a launch", len(ops)+1, face.Describe(v))
		}
	}
	return ops, nil
}
