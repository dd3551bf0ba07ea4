package toolchain

import (
	"path"
	"strings"

	"warpbook.dev/kernel/lib/cudacell"
)

// hostLibraries are what nvcc links besides what it is told to.
const hostLibraries = "-lcudadevrt -lcudart_static -lrt -lpthread -ldl"

// steps tells what nvcc does, as nvcc -v and -dryrun do: variables, then commands. Build tools read the place of the toolkit out of them,
// the architecture, and the command that links; that is this compiler itself.
func (c *Compiler) steps(n *cudacell.NVCC) {
	if c.Host {
		c.say("%s: the compiler of Warpbook, in the place of gcc version 13.2.0", c.Name)
		return
	}
	self := c.Path
	if self == "" {
		self = c.Name
	}
	here := path.Dir(self)
	libraries := `"-L` + path.Join(path.Dir(here), "lib64") + `"`
	for _, line := range []string{"_CUDART_=cudart", "_HERE_=" + here, "_THERE_=" + here, "TOP=" + path.Dir(here),
		"NVVMIR_LIBRARY_DIR=" + path.Join(path.Dir(here), "nvvm/libdevice"), "PATH=" + here + ":" + c.SearchPath,
		`INCLUDES="-I` + path.Join(path.Dir(here), "include") + `"`, "LIBRARIES=  " + libraries, "CUDAFE_FLAGS=", "PTXAS_FLAGS="} {
		c.say("#$ %s", line)
	}
	arch := c.archWord(n)
	for _, name := range n.Sources {
		c.say(`#$ cicc -arch compute_%s "%s" -o "%s.ptx"`, arch, name, stem(name))
		c.say(`#$ ptxas -arch=sm_%s "%s.ptx" -o "%[2]s.cubin"`, arch, stem(name))
	}
	if !n.Object && n.Emit == "" && !n.Archive && !n.DeviceLink {
		c.say(`#$ "%s" -o "%s" %s "%s" %s`, self, n.Output, libraries, strings.Join(objectNames(n), `" "`), hostLibraries)
	}
}

// objectNames are what the linker reads.
func objectNames(n *cudacell.NVCC) (all []string) {
	for _, name := range n.Sources {
		if n.IsSource(name) {
			name = stem(name) + ".o"
		}
		all = append(all, name)
	}
	return all
}
