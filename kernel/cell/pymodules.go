package cell

import "strings"

// What cells for Python use, and how the same is written here.

// moduleHints are by the first name of a module; habitNames has those that people also write without an import.
var moduleHints = map[string]string{
	"numba": "kernels are CUDA C in a cell that begins with %%cuda", "pycuda": "kernels are CUDA C in a cell that begins with %%cuda",
	"scipy": numpyHint, "tensorflow": numpyHint, "math": mathHint,
	"seaborn": "plot(x, y), bars and heatmap are built in", "plotly": "plot(x, y), bars and heatmap are built in", "PIL": "heatmap(a) shows an array",
	"IPython": "display, HTML and Markdown are built in", "os": "write !ls, !cp or !mv",
	"subprocess": "write !command", "shutil": "write !cp, !mv or !rm", "glob": "write !ls", "pathlib": "write !ls",
	"google": "files beside the notebook are read as they are",
}

// pyFormHints are by the names of Python's own functions that cells have not.
var pyFormHints = map[string]string{"open": "%%writefile NAME writes a file, !cat NAME shows it"}

// moduleHint says how cells write what a module does; "" if that is not known.
func moduleHint(module string) string {
	first := firstOf(module)
	if hint, ok := moduleHints[first]; ok {
		return hint
	}
	return habitNames[first]
}

// firstOf is what stands before the first dot.
func firstOf(path string) string {
	first, _, _ := strings.Cut(path, ".")
	return first
}

// setUps are calls and places of Python's modules that prepare what a cell does and leave nothing that a cell needs, with what
// is told of them. A path stands for all that is behind it.
var setUps = map[string]string{
	"google.colab.drive":           "drive: files beside the notebook are read as they are",
	"google.colab.auth":            "auth: nothing to sign in to",
	"google.colab.output":          "output: not changed",
	"google.colab.data_table":      "data_table: tables are shown as they are",
	"google.colab.files.upload":    "files.upload: put the file beside the notebook",
	"google.colab.files.download":  "files.download: the file is in the folder of the notebook's files",
	"sys.path":                     "sys.path: no modules are loaded",
	"warnings":                     "warnings: not changed",
	"logging":                      "logging: not changed",
	"numpy.set_printoptions":       "set_printoptions: not changed",
	"numpy.random.seed":            "numpy.random.seed: write rand(shape, seed=N)",
	"random.seed":                  "random.seed: write rand(shape, seed=N)",
	"torch.manual_seed":            "manual_seed: write rand(shape, seed=N)",
	"pandas.set_option":            "set_option: not changed",
	"pandas.options":               "options: not changed",
	"matplotlib.rcParams":          "rcParams: plots have their own style",
	"matplotlib.use":               "matplotlib.use: plots appear in the notebook by themselves",
	"matplotlib.pyplot.rcParams":   "rcParams: plots have their own style",
	"matplotlib.pyplot.rc":         "rc: plots have their own style",
	"matplotlib.pyplot.style":      "style: plots have their own style",
	"matplotlib.pyplot.ion":        "ion: plots appear in the notebook by themselves",
	"seaborn.set":                  "seaborn: plots have their own style",
	"seaborn.set_theme":            "seaborn: plots have their own style",
	"seaborn.set_style":            "seaborn: plots have their own style",
	"IPython.display.clear_output": "clear_output: write clear_output()",
}

// setUp is what is told of a path that only sets up.
func setUp(path string) (told string, ok bool) {
	for {
		if told, ok = setUps[path]; ok {
			return told, true
		}
		n := strings.LastIndexByte(path, '.')
		if n < 0 {
			return "", false
		}
		path = path[:n]
	}
}

// builtinModules are modules of Python of which cells have members as built-ins.
var builtinModules = map[string]bool{"IPython.display": true, "IPython.core.display": true, "builtins": true}

// pyBuiltins are names that Python defines and cells do not. What needs them is Python; those marked as plain are also what
// people write by mistake, and decide alone in a notebook that is known to be for Python.
var pyBuiltins = map[string]bool{
	"open": true, "get_ipython": true, "__import__": true, "__name__": true, "__file__": true,
	"eval": false, "exec": false, "compile": false, "iter": false, "next": false, "super": false, "object": false, "property": false,
	"staticmethod": false, "classmethod": false, "complex": false, "bytearray": false, "memoryview": false, "frozenset": false,
	"globals": false, "locals": false, "vars": false, "format": false, "id": false, "issubclass": false, "ascii": false, "slice": false,
	"Exception": false, "ValueError": false, "TypeError": false, "KeyError": false, "IndexError": false, "RuntimeError": false,
	"ImportError": false, "NotImplementedError": false, "FileNotFoundError": false, "OSError": false, "StopIteration": false,
}

// pyMagics are line magics of IPython that set up what cells have not, with what is told of them.
var pyMagics = map[string]string{
	"matplotlib": "plots appear in the notebook by themselves", "pylab": "plots appear in the notebook by themselves",
	"config": "not changed", "autoreload": "no modules are loaded", "precision": "not changed", "colors": "not changed", "xmode": "not changed",
	"autosave": "not changed", "automagic": "not changed", "pdb": "not changed", "tensorflow_version": "no modules are loaded",
}
