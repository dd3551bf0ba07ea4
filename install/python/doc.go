// Command python writes Warpbook as wheels for pip, one for each system:
//
//	go run ./install/python [-o DIR] [-platforms linux/amd64,windows/amd64]
//
// A wheel holds the program, which is linked statically, the kernelspec, the extension of JupyterLab, the template of nbconvert and a
// small Python package. The same commit and the same Go give the same bytes: files have the order of their names and no time, and the
// program is built without paths of this machine.
//
// The formats are those of https://packaging.python.org/en/latest/specifications/binary-distribution-format/ and of the core metadata.
package main
