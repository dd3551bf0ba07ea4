package shell

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/ptx"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/toolchain"
)

// driverVersion is what nvidia-smi tells beside that the GPU is modelled: the version of CUDA that the runtime behaves as.
const driverVersion = "13.0"

// settings is why options that set something are refused.
const settings = "a modelled GPU has no settings; nvidia-smi tells of it"

var smiOptions = toolOptions{
	{names: "--list-gpus -L"},
	{names: "--query -q"},
	{names: "--display -d", value: "SECTIONS"},
	{names: "--query-gpu", value: "FIELDS"},
	{names: "--query-compute-apps", value: "FIELDS"},
	{names: "--format", value: "csv[,noheader][,nounits]"},
	{names: "--help-query-gpu"},
	{names: "--id -i", value: "GPU", values: "0 00000000:00:04.0", idle: true},
	{names: "--loop -l", value: "SECONDS", why: "what it would print never changes; without it nvidia-smi prints it once"},
	{names: "--loop-ms -lms", value: "MILLISECONDS", why: "what it would print never changes; without it nvidia-smi prints it once"},
	{names: "--filename -f", value: "FILE", why: "> FILE writes what it prints into a file"},
	{names: "--xml-format -x", why: "--query-gpu=FIELDS --format=csv is for programs"},
	{names: "--persistence-mode -pm", value: "MODE", why: settings},
	{names: "--applications-clocks -ac", value: "CLOCKS", why: settings},
	{names: "--lock-gpu-clocks -lgc", value: "CLOCKS", why: settings},
	{names: "--power-limit -pl", value: "WATTS", why: settings},
	{names: "--compute-mode -c", value: "MODE", why: settings},
	{names: "--ecc-config -e", value: "MODE", why: settings},
	{names: "--gpu-reset -r", why: settings},
	{names: "--help -h"},
	{names: "--version"},
}

// nvidiaSMI tells of the GPU on which programs run.
func (c *call) nvidiaSMI() (int, error) {
	t, err := smiOptions.read(c.args[1:])
	if err == nil && len(t.words) > 0 {
		err = &optionError{t.words[0], "this command is not supported here; the options that are: " + smiOptions.known()}
	}
	if err != nil {
		return c.fail(2, "%v", err)
	}
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return 1, err
	}
	switch {
	case t.has("--help"):
		c.print("nvidia-smi: a tool of Warpbook, in the place of NVIDIA's; options: %s\n", smiOptions.known())
	case t.has("--version"):
		c.print("NVIDIA-SMI by Warpbook: this GPU is modelled\nCUDA Version: %s\n", driverVersion)
	case t.has("--help-query-gpu"):
		c.print("%s\n", strings.Join(slices.Sorted(maps.Keys(queries)), "\n"))
	case t.has("--list-gpus"):
		c.print("GPU 0: %s (modelled)\n", d.Product())
	case t.has("--query-gpu"):
		return c.query(d, t.value("--query-gpu"), t.value("--format"))
	case t.has("--query-compute-apps"): // there are none
	case t.has("--query"):
		return c.smiLog(d, listed(t.options["--display"]))
	case t.has("--display"):
		return c.fail(2, "%v", &optionError{"--display", "this option belongs to -q"})
	default:
		c.print("%s", smiTable(d))
	}
	return 0, nil
}

// An smiSection is a part of what nvidia-smi -q prints: labels, and the field of --query-gpu that each shows.
type smiSection struct {
	name, title string // name is that of -d; a section without one is always there
	rows        [][2]string
}

var smiSections = []smiSection{
	{"", "", [][2]string{{"Product Name", "name"}, {"Persistence Mode", "persistence_mode"}, {"Compute Mode", "compute_mode"}}},
	{"MEMORY", "FB Memory Usage", [][2]string{{"Total", "memory.total"}, {"Reserved", "memory.reserved"}, {"Used", "memory.used"},
		{"Free", "memory.free"}}},
	{"UTILIZATION", "Utilization", [][2]string{{"Gpu", "utilization.gpu"}, {"Memory", "utilization.memory"}}},
	{"ECC", "Ecc Mode", [][2]string{{"Current", "ecc.mode.current"}}},
	{"TEMPERATURE", "Temperature", [][2]string{{"GPU Current Temp", "temperature.gpu"}}},
	{"POWER", "Power Readings", [][2]string{{"Power Draw", "power.draw"}, {"Power Limit", "power.limit"}}},
	{"CLOCK", "Clocks", [][2]string{{"SM", "clocks.sm"}, {"Memory", "clocks.mem"}}},
	{"CLOCK", "Max Clocks", [][2]string{{"SM", "clocks.max.sm"}, {"Memory", "clocks.max.memory"}}},
	{"PERFORMANCE", "Performance", [][2]string{{"State", "pstate"}}},
}

// smiLog is nvidia-smi -q: all sections, or those that -d names.
func (c *call) smiLog(d *device.Device, named []string) (int, error) {
	var known []string
	for _, s := range smiSections {
		if s.name != "" && !slices.Contains(known, s.name) {
			known = append(known, s.name)
		}
	}
	for _, name := range named {
		if !slices.Contains(known, name) {
			return c.fail(2, "%v", &optionError{"--display", fmt.Sprintf("the value %q is not supported here; those that are: %s", name,
				strings.Join(known, ", "))})
		}
	}
	line := func(margin, label, value string) { c.print("%-42s: %s\n", margin+label, value) }
	c.print("\n==============NVSMI LOG==============\n\n")
	line("", "Driver Version", queries["driver_version"](d))
	line("", "CUDA Version", driverVersion)
	c.print("\n")
	line("", "Attached GPUs", queries["count"](d))
	c.print("GPU %s\n", queries["pci.bus_id"](d))
	for _, s := range smiSections {
		margin := "    "
		switch {
		case len(named) > 0 && !slices.Contains(named, s.name):
			continue
		case s.title != "":
			c.print("    %s\n", s.title)
			margin += "    "
		}
		for _, row := range s.rows {
			line(margin, row[0], queries[row[1]](d))
		}
	}
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
	"pstate":               func(*device.Device) string { return "P0" },
	"memory.reserved":      func(*device.Device) string { return "0 MiB" },
	"pci.bus_id":           func(*device.Device) string { return "00000000:00:04.0" },
	"compute_mode":         func(*device.Device) string { return "Default" },
	"persistence_mode":     func(*device.Device) string { return "Disabled" },
	"temperature.gpu":      func(*device.Device) string { return "[N/A]" },
	"power.draw":           func(*device.Device) string { return "[N/A]" },
	"power.limit":          func(*device.Device) string { return "[N/A]" },
	"ecc.mode.current":     func(d *device.Device) string { return map[bool]string{true: "Enabled", false: "Disabled"}[d.ECC] },
	"multiprocessor_count": func(d *device.Device) string { return fmt.Sprint(d.SMs) },
}

// smiUnits are the units of values.
var smiUnits = []string{"MiB", "MHz", "%", "W"}

// query prints fields. The format is csv, with noheader and nounits.
func (c *call) query(d *device.Device, fields, format string) (int, error) {
	words := listed([]string{format})
	for _, w := range words {
		if w != "csv" && w != "noheader" && w != "nounits" {
			return c.fail(2, "%v", &optionError{"--format", fmt.Sprintf("the value %q is not supported here; those that are: csv, noheader, nounits", w)})
		}
	}
	if !slices.Contains(words, "csv") {
		return c.fail(2, "%v", &optionError{"--query-gpu", "want --format=csv behind it"})
	}
	var names, values []string
	for f := range strings.SplitSeq(fields, ",") {
		f = strings.TrimSpace(f)
		get := queries[f]
		if get == nil {
			c.print("Field \"%s\" is not a valid field to query.\n", f)
			return 2, nil
		}
		value := get(d)
		if at := strings.LastIndexByte(value, ' '); at > 0 && slices.Contains(smiUnits, value[at+1:]) {
			f += " [" + value[at+1:] + "]"
			if slices.Contains(words, "nounits") {
				value = value[:at]
			}
		}
		names, values = append(names, f), append(values, value)
	}
	if !slices.Contains(words, "noheader") {
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

// notObject is why options on what else a binary has are refused.
const notObject = "a program that nvcc makes here holds its sources; -sass and -ptx list what its kernels become"

var disassemblerOptions = toolOptions{
	{names: "--dump-sass -sass"},
	{names: "--dump-ptx -ptx"},
	{names: "--dump-elf -elf", why: notObject},
	{names: "--list-elf -lelf", why: notObject},
	{names: "--list-ptx -lptx", why: notObject},
	{names: "--extract-elf -xelf", value: "FILE", why: notObject},
	{names: "--extract-ptx -xptx", value: "FILE", why: notObject},
	{names: "--dump-resource-usage -res-usage", why: "nvcc -Xptxas -v tells of registers and memory"},
	{names: "--gpu-architecture -arch", value: "ARCH", why: "use(…) chooses the GPU whose instructions are listed"},
	{names: "--function -fun", value: "NAMES"},
	{names: "--print-code -c", idle: true},
	{names: "--print-line-info -g", idle: true},
}

// disassembled is cuobjdump and nvdisasm: the instructions of a program's kernels.
func (c *call) disassembled() (int, error) {
	options, names := []string{}, []string{}
	for words := c.args[1:]; len(words) > 0; words = words[1:] { // options may stand behind the name of the program
		switch w := words[0]; {
		case strings.HasPrefix(w, "-") && slices.Contains(namesKernels, w) && len(words) > 1:
			options = append(options, w, words[1])
			words = words[1:]
		case strings.HasPrefix(w, "-"):
			options = append(options, w)
		default:
			names = append(names, w)
		}
	}
	t, err := disassemblerOptions.read(options)
	switch {
	case err != nil:
		return c.fail(1, "%v", err)
	case len(names) == 0:
		return c.fail(1, "want the name of a program that nvcc has made here")
	}
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return 1, err
	}
	if d.Card != nil {
		return c.fail(1, "the instructions are those of modelled GPUs: use(…) chooses one")
	}
	m, status, err := c.loadedModule(names[len(names)-1])
	if m == nil {
		return status, err
	}
	kernels, err := chosenKernels(m, listed(t.options["--function"]))
	if err != nil {
		return c.fail(1, "%v", err)
	}
	sass, texts := t.has("--dump-sass"), t.has("--dump-ptx")
	if texts {
		if err := c.ptx(kernels, d); err != nil {
			return c.fail(1, "%v", err)
		}
	}
	if texts && !sass {
		return 0, nil
	}
	c.print("\ncode for sm_%s\n", strings.ReplaceAll(d.ComputeCapability, ".", ""))
	for _, k := range kernels {
		code, err := k.Lower(c.ctx, d)
		if err != nil {
			return c.fail(1, "%s: %v", k.Name, err)
		}
		c.print("\n\tFunction : %s\n%s", k.Func().Symbol(), code.Listing(0, 1<<30))
	}
	return 0, nil
}

// namesKernels are the words for the option that chooses kernels.
var namesKernels = []string{"--function", "-fun"}

// loadedModule has the kernels of a file that nvcc has made: a program, an object, or what -ptx, -cubin and -fatbin write.
func (c *call) loadedModule(name string) (m *gpumodel.Module, status int, err error) {
	if text, err := c.programText(name); err == nil {
		if b, _, err := toolchain.Read(name, text); err == nil && b.Kind != toolchain.Program {
			m, err := b.Module()
			if err != nil {
				status, err := c.uncompiled(b, err)
				return nil, status, err
			}
			return m, 0, nil
		}
	}
	p, _, status, err := c.loaded(name)
	if p == nil {
		return nil, status, err
	}
	return p.Module, 0, nil
}

// A noKernelError is a name that no kernel of a file has.
type noKernelError struct {
	name string
	has  []string
}

func (e *noKernelError) Error() string {
	return fmt.Sprintf("there is no kernel %q; the file has %s", e.name, strings.Join(e.has, ", "))
}

// chosenKernels are the kernels of a module with some names, or with some symbols; all of them if no name is given.
func chosenKernels(m *gpumodel.Module, names []string) (chosen []*gpumodel.Kernel, err error) {
	var own []*gpumodel.Kernel
	var symbols []string
	for _, k := range m.Kernels {
		if !k.Template() && !k.Library() {
			own = append(own, k)
			symbols = append(symbols, k.Func().Symbol())
		}
	}
	if len(names) == 0 {
		return own, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(own, func(k *gpumodel.Kernel) bool { return k.Name == name || k.Func().Symbol() == name })
		if i < 0 {
			return nil, &noKernelError{name, symbols}
		}
		chosen = append(chosen, own[i])
	}
	return chosen, nil
}

// ptx lists the PTX of kernels. A kernel that is not written as PTX says why.
func (c *call) ptx(kernels []*gpumodel.Kernel, d *device.Device) error {
	for _, k := range kernels {
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
