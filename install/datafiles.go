package install

import (
	"maps"
	"path/filepath"
	"runtime"
	"slices"
)

// launcher starts the program of the wheel. Jupyter replaces "python" by the Python that it runs in itself.
var launcher = []string{"python", "-m", "warpbook"}

// fromPip is the owner of the files that a wheel brings.
var fromPip = extensionOwner{"python", "warpbook", "Run `pip uninstall warpbook`."}

// DataFiles are the files that a wheel puts below share/jupyter: the kernelspec, the extension of JupyterLab and the template of
// nbconvert, by their names with slashes.
func DataFiles() map[string][]byte {
	files := map[string][]byte{}
	add := func(folder string, some map[string][]byte) {
		for name, data := range some {
			files[folder+name] = data
		}
	}
	owned := func(some map[string][]byte) map[string][]byte {
		some = maps.Clone(some)
		some["install.json"] = indented(fromPip)
		return some
	}
	add("kernels/"+DefaultName+"/", specFiles(NewSpec(launcher...)))
	add("labextensions/"+extensionName+"/", owned(extensionFiles()))
	add("nbconvert/templates/"+extensionName+"/", owned(templateFiles()))
	return files
}

// Command starts the program that Jupyter starts for the kernelspec, without the arguments of a kernel: its path or, of a wheel, the
// Python of the environment that the wheel was installed into, and the module.
func (k Kernelspec) Command() []string {
	command := slices.Clone(k.Spec.Argv[:len(k.Spec.Argv)-len(arguments)])
	if k.Spec.fromWheel() {
		prefix := filepath.Join(k.Folder, "..", "..", "..", "..") // PREFIX/share/jupyter/kernels/NAME
		if command[0] = filepath.Join(prefix, "bin", "python"); runtime.GOOS == "windows" {
			command[0] = filepath.Join(prefix, "Scripts", "python.exe")
		}
	}
	return command
}
