// Package python writes Warpbook as wheels for pip, one for each system. The command install/release makes them:
//
//	go run ./install/release -only wheels -platforms linux/amd64
//
// A wheel holds the program, which is linked statically, the kernelspec, the extension of JupyterLab, the template of nbconvert and
// the Python package. The same commit and the same Go give the same bytes: files have the order of their names and no time, and the
// program is built without paths of this machine.
//
// The Python package is in the folder package. It starts `warpbook session` as a process and makes each built-in of cells a function of
// Python, by one mechanism: a call becomes a request, and what comes back a value of Python, a NumPy array in shared memory, or a
// Value, whose attributes, elements and calls are requests again. Package kernel/session describes the protocol. Read __init__.py, then
// _values.py, _worker.py and _arrays.py.
//
// The formats are those of https://packaging.python.org/en/latest/specifications/binary-distribution-format/ and of the core metadata.
package python
