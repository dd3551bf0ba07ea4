package shell

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/ptx"
	"warpbook.dev/kernel/lib/gpu"
)

// driverVersion is what nvidia-smi tells beside that the GPU is modelled: the version of CUDA that the runtime behaves as.
const driverVersion = "13.0"

// nvidiaSMI tells of the GPU on which programs run.
func (c *call) nvidiaSMI() (int, error) {
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return 1, err
	}
	for i, w := range c.args {
		name, fields, joined := strings.Cut(w, "=")
		switch {
		case w == "-L" || w == "--list-gpus":
			c.print("GPU 0: %s (modelled)\n", d.Product())
			return 0, nil
		case name == "--query-gpu" && !joined && i+1 < len(c.args):
			return c.query(d, c.args[i+1])
		case name == "--query-gpu":
			return c.query(d, fields)
		case name == "--query-compute-apps":
			return 0, nil
		}
	}
	c.print("%s", smiTable(d))
	return 0, nil
}

// smiTable is what nvidia-smi prints without options. What only a card that is there has, such as its temperature, is N/A.
func smiTable(d *device.Device) string {
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	rule := "+-----------------------------------------+------------------------+----------------------+"
	head := "+-----------------------------------------------------------------------------------------+"
	line(head)
	line(fmt.Sprintf("| %-87s |", fmt.Sprintf("NVIDIA-SMI by Warpbook: this GPU is modelled        CUDA Version: %s", driverVersion)))
	line(rule)
	line("| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |")
	line("| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |")
	line("|=========================================+========================+======================|")
	ecc := "Off"
	if d.ECC {
		ecc = "0"
	}
	line(fmt.Sprintf("|   0  %-27.27s   Off |   00000000:00:04.0 Off | %20s |", d.Product(), ecc))
	line(fmt.Sprintf("| N/A   N/A    P0              N/A /  N/A | %22s |      0%%      Default |",
		fmt.Sprintf("0MiB / %6dMiB", d.UsableMemory()>>20)))
	line(rule)
	line("")
	line(head)
	line("| Processes:                                                                              |")
	line("|  No running processes found                                                             |")
	line(head)
	return b.String()
}

// queries are what --query-gpu can ask for.
var queries = map[string]func(d *device.Device) string{
	"name":                 (*device.Device).Product,
	"gpu_name":             (*device.Device).Product,
	"index":                func(*device.Device) string { return "0" },
	"count":                func(*device.Device) string { return "1" },
	"memory.total":         func(d *device.Device) string { return fmt.Sprintf("%d MiB", d.UsableMemory()>>20) },
	"memory.free":          func(d *device.Device) string { return fmt.Sprintf("%d MiB", d.UsableMemory()>>20) },
	"memory.used":          func(*device.Device) string { return "0 MiB" },
	"utilization.gpu":      func(*device.Device) string { return "0 %" },
	"utilization.memory":   func(*device.Device) string { return "0 %" },
	"compute_cap":          func(d *device.Device) string { return d.ComputeCapability },
	"clocks.max.sm":        func(d *device.Device) string { return fmt.Sprintf("%.0f MHz", d.ClockMHz) },
	"clocks.sm":            func(d *device.Device) string { return fmt.Sprintf("%.0f MHz", d.ClockMHz) },
	"clocks.max.memory":    func(d *device.Device) string { return fmt.Sprintf("%.0f MHz", d.MemoryClockMHz) },
	"clocks.mem":           func(d *device.Device) string { return fmt.Sprintf("%.0f MHz", d.MemoryClockMHz) },
	"driver_version":       func(*device.Device) string { return "[modelled]" },
	"pci.bus_id":           func(*device.Device) string { return "00000000:00:04.0" },
	"compute_mode":         func(*device.Device) string { return "Default" },
	"persistence_mode":     func(*device.Device) string { return "Disabled" },
	"temperature.gpu":      func(*device.Device) string { return "[N/A]" },
	"power.draw":           func(*device.Device) string { return "[N/A]" },
	"power.limit":          func(*device.Device) string { return "[N/A]" },
	"ecc.mode.current":     func(d *device.Device) string { return map[bool]string{true: "Enabled", false: "Disabled"}[d.ECC] },
	"multiprocessor_count": func(d *device.Device) string { return fmt.Sprint(d.SMs) },
}

func (c *call) query(d *device.Device, fields string) (int, error) {
	format := strings.Join(c.args, " ")
	var names, values []string
	for f := range strings.SplitSeq(fields, ",") {
		f = strings.TrimSpace(f)
		get := queries[f]
		if get == nil {
			c.print("Field \"%s\" is not a valid field to query.\n", f)
			return 2, nil
		}
		value := get(d)
		if strings.Contains(format, "nounits") {
			value, _, _ = strings.Cut(value, " MiB")
			value, _, _ = strings.Cut(value, " MHz")
			value, _, _ = strings.Cut(value, " %")
		}
		names, values = append(names, f), append(values, value)
	}
	if !strings.Contains(format, "noheader") {
		c.print("%s\n", strings.Join(names, ", "))
	}
	c.print("%s\n", strings.Join(values, ", "))
	return 0, nil
}

//go:embed deviceQuery.cu
var deviceQuery string

// deviceQuery lists the properties of the GPU, as a program reads them.
func (c *call) deviceQuery() (int, error) {
	p, err := gpu.CompileProgram(c.ctx, "deviceQuery.cu", deviceQuery, gpumodel.Options{})
	if err != nil {
		return 1, err
	}
	r, err := c.execute(p, &executable{}, []string{"deviceQuery"}, host.CheckNone)
	if err != nil {
		return 1, err
	}
	return c.ended(r), nil
}

// disassembled is cuobjdump and nvdisasm: the instructions of a program's kernels.
func (c *call) disassembled() (int, error) {
	names := slices.DeleteFunc(slices.Clone(c.args[1:]), func(w string) bool { return strings.HasPrefix(w, "-") })
	if len(names) == 0 {
		return c.fail(1, "want the name of a program that nvcc has made here")
	}
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return 1, err
	}
	if d.Card != nil {
		return c.fail(1, "the instructions are those of modelled GPUs: use(…) chooses one")
	}
	p, _, status, err := c.loaded(names[len(names)-1])
	if p == nil {
		return status, err
	}
	asked := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(c.args, n) })
	}
	sass, texts := asked("-sass", "--dump-sass"), asked("-ptx", "--dump-ptx")
	if texts {
		if err := c.ptx(p, d); err != nil {
			return c.fail(1, "%v", err)
		}
	}
	if texts && !sass {
		return 0, nil
	}
	c.print("\ncode for sm_%s\n", strings.ReplaceAll(d.ComputeCapability, ".", ""))
	for _, k := range p.Module.Kernels {
		if k.Template() || k.Library() {
			continue
		}
		code, err := k.Lower(c.ctx, d)
		if err != nil {
			return c.fail(1, "%s: %v", k.Name, err)
		}
		c.print("\n\tFunction : %s\n%s", k.Func().Symbol(), code.Listing(0, 1<<30))
	}
	return 0, nil
}

// ptx lists the PTX of a program's kernels. A kernel that is not written as PTX says why.
func (c *call) ptx(p *host.Program, d *device.Device) error {
	for _, k := range p.Module.Kernels {
		if k.Template() || k.Library() {
			continue
		}
		text, err := k.PTX(c.ctx, d)
		if unsupported := (*ptx.UnsupportedError)(nil); errors.As(err, &unsupported) {
			c.say("// %v", err)
			continue
		}
		if err != nil {
			return err
		}
		c.print("\nPTX of %s\n\n%s", k.Name, text)
	}
	return nil
}
