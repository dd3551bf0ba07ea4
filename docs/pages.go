package main

import (
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/sweep"
)

// A page describes what cells can call for one purpose.
type page struct {
	file, title string
	about       string // in the list of pages
	intro       string
	order       []string // names that do not stand by name; type.* are all of a type, … is the rest
	values      []value  // what ?v shows of values
	outputs     bool     // examples are run, and what they show stands below them
	setup       []string // cells that run before each example
}

// A value is a kind of value that explains itself.
type value struct{ what, doc string }

// A part is a section of the list of all pages. Its rows without a title name a page of [pages].
type part struct {
	title string
	rows  []listed
}

type listed struct{ file, title, about string }

// parts are all pages, by what a reader wants.
var parts = []part{
	{"Begin", []listed{
		{"getting-started.md", "Getting started", "ten minutes: one thread, one block, many blocks; two mistakes and their reports; a sweep"},
		{"coming-from.md", "Coming from …", "two columns, there and here: nvcc, nvcc4jupyter and Colab, Numba, CuPy, Nsight Compute, Python"},
		{"python.md", "Warpbook in Python", "`%load_ext warpbook`, `import warpbook`: kernels on NumPy arrays, in notebooks of Python, scripts and pytest"},
		{"messages.md", "Messages", "what a message means and how to fix its cause, with an example of each"},
		{"glossary.md", "Glossary", "the words of this field, in a sentence or two, with the lesson that shows each"},
	}},
	{"What cells can call", []listed{
		{"devices.md", "", ""}, {"kernels.md", "", ""}, {"arrays.md", "", ""}, {"launching.md", "", ""}, {"results.md", "", ""},
		{"counters.md", "Counters", "what `r.counters` knows, under the names of three profilers"},
		{"sweeps.md", "", ""}, {"pictures.md", "", ""}, {"checking.md", "", ""}, {"lectures.md", "", ""}, {"controls.md", "", ""},
		{"language.md", "", ""},
	}},
	{"CUDA C++", []listed{
		{"programs.md", "Your programs", "whole CUDA programs, `main` included: supported host code, error reports, files, the program's clock"},
		{"supported.md", "What CUDA C++ is supported", "by chapter of NVIDIA's guide, with an example of each; what is refused comes first"},
	}},
	{"Teach", []listed{
		{"teaching.md", "Teaching with Warpbook", "the course, nbgrader step by step, JupyterHub, GitHub Classroom, what students cannot do"},
		{"grading.md", "Grading", "writing tests that give points; `warpbook grade`, nbgrader, Gradescope, papermill"},
	}},
	{"How far to trust it", []listed{
		{"claims.md", "What the lectures claim", "every claim of the five lectures: what is printed, what the model says, and whether it holds"},
		{"deviations.md", "Known deviations", "a list by number: where the model differs from a card or a published figure, why, and which test checks it"},
		{"speed.md", "What executes how fast", "how long launches take to simulate, compared with scalar code and other simulators"},
		{"rationale.md", "Why it is built this way", "language, protocol, limits, widgets, grading, real GPUs, modules"},
	}},
}

var pages = []page{
	{
		file: "devices.md", title: "Devices", about: "GPUs, their constants and sources, what-ifs, high-bandwidth memory",
		intro:   "A device is a modelled GPU, or a real one if the machine has one. Every constant of a modelled GPU has a source.",
		outputs: true,
		order:   []string{"gpus", "gpu", "gpu.*", "use"},
		values:  []value{{"a GPU", (&gpu.GPU{}).Doc()}},
	},
	{
		file: "kernels.md", title: "Kernels", about: "CUDA C in a cell, compiling source text, registers, occupancy, textures",
		intro: "A cell that begins with `%%cuda` is CUDA C, and its kernels become variables. It accepts options of nvcc: `-D NAME=VALUE`, `--maxrregcount N`, " +
			"`-Xptxas -dlcm=cg` or `ca`, `--use_fast_math`. With `--name MODULE`, the kernels become attributes of the variable `MODULE`. In the examples, `k` is a kernel `k(float *a, int n)`.",
		outputs: true,
		setup:   []string{`k = cuda("__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }").k`},
		order:   []string{"kernels", "kernel", "kernel.*", "cuda"},
		values:  []value{{"a kernel", (&gpu.Kernel{}).Doc()}},
	},
	{
		file: "arrays.md", title: "Arrays", about: "data for kernels, and references to compare them with",
		intro: "Arrays are in the memory of the GPU. The functions that compute reference results use float64. In the examples, `a` and `b` are matrices of 16 × 16 random numbers,\n" +
			"`out` is `transpose(a)` and `c` is `matmul(a, b)`.",
		outputs: true,
		setup:   []string{"a, b = rand((16, 16)), rand((16, 16))\nc, out = matmul(a, b), transpose(a)"},
		order: []string{"zeros", "ones", "full", "arange", "array", "rand", "array.*", "allclose", "max_abs_diff", "matmul", "transpose",
			"mapped"},
		values: []value{{"an array", (&array.Array{}).Doc()}},
	},
	{
		file: "launching.md", title: "Launching", about: "running kernels and programs; copies and streams",
		intro: "`k[grid, block](…)` launches a kernel of a cell. `run` launches a built-in program with its usual data.",
		order: []string{"launch", "run", "transfer"},
	},
	{
		file: "results.md", title: "Results", about: "time, bounds, counters, limiters, advice, the path of a request",
		intro: "A launch returns a result. It holds the time and the counters of the launch. In the examples, `r` is the result of `run(\"transpose/naive\", n=64)`,\n" +
			"and `program` is the program of the last cell with a `main`.",
		outputs: true,
		setup: []string{
			`r = run("transpose/naive", n=64)`,
			"%%cuda\n__global__ void once(int *a) { *a = 1; }\n" +
				"int main() { int *a; cudaMalloc(&a, 4); once<<<1, 1>>>(a); cudaDeviceSynchronize(); cudaFree(a); puts(\"done\"); }",
		},
		order: []string{"result.*", "counters.*", "analyze", "trace_request", "tile_loads"},
		values: []value{{"a result", (&gpu.Result{}).Doc()}, {"counters", (&gpu.Counters{}).Doc()},
			{"bytes in flight", (&gpu.InFlight{}).Doc()}, {"a timeline", (&gpu.Timeline{}).Doc()}},
	},
	{
		file: "sweeps.md", title: "Sweeps and tuning", about: "many sizes, kernels, blocks and devices; the model compared with measurements",
		intro:  "A sweep runs many launches and makes a table with a row for each launch. A tuning searches for the best configuration of a kernel. In the examples, `s` is a sweep, `t` a tuning and `k` a kernel.",
		order:  []string{"sweep", "last_sweep", "load_sweep", "sweep.*", "tune", "last_tune", "tuning.*"},
		values: []value{{"a sweep", (&sweep.Sweep{}).Doc()}, {"a tuning", (&sweep.Tuning{}).Doc()}},
	},
	{
		file: "pictures.md", title: "Pictures and tables", about: "curves, bars, rooflines, segments, banks, partitions, occupancy",
		intro: "These functions draw the addresses, counters and times of launches.",
		order: []string{"plot", "bars", "heatmap", "roofline", "segments_plot", "banks_plot", "partitions_plot", "occupancy_plot",
			"limiter_plot", "in_flight_plot",
			"timeline_plot", "queues_plot", "request_plot", "layout_plot", "…", "table", "table.*", "fixed"},
	},
	{
		file: "checking.md", title: "Checking and grading", about: "finding faults, and functions for tests that give points",
		intro: "A test is a function call. If the test passes, the call does nothing. Otherwise it raises an error. The error shows the actual value, the allowed values and the source line.",
		order: []string{"check", "checked", "checked.*", "expect", "expect_faster", "same"},
	},
	{
		file: "lectures.md", title: "Lectures and measurements", about: "figures that lectures print, and times of a real GPU",
		intro: "These functions return figures from lectures, and measured times. The model does not use these numbers. You can compare the model with them.",
		order: []string{"published"},
	},
	{
		file: "controls.md", title: "Controls", about: "sliders, buttons and other widgets",
		intro: "These are the controls of ipywidgets. In JupyterLab they need the Python package `jupyterlab_widgets`.",
		order: []string{"interact", "interactive", "interact_manual", "widgets", "widgets.*"},
	},
	{
		file: "language.md", title: "The language of cells", about: "the other built-ins: Python's functions, and what cells show",
		intro:   "A cell without `%%cuda` is Starlark, a language with Python's syntax. If a cell uses a feature of Python that is missing, the error shows an alternative.",
		outputs: true,
		order: []string{
			"…", "clear_output", "display", "display.*", "update_display", "set_next_input", "page", "HTML", "JSON", "Latex", "Markdown", "SVG",
		},
	},
}
