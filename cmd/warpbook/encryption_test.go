package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEncryption: Jupyter starts the kernel with CurveZMQ required; see
// testdata/encryption.py.
func TestEncryption(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyter_client")
	_, env := installed(t)
	env = append(env, "JUPYTER_RUNTIME_DIR="+t.TempDir())
	got := output(t, env, python, "testdata/encryption.py")
	want := `keys 40 40 0o600
cell ('ok', 1, 'hello\n42')
output ok 502390 True
10 MB ('ok', 2, '10000000')
input ('ok', 3, '"Ada"')
interrupted error KeyboardInterrupt
shell [True, True, False, False]
control [True, True, False, False]
stdin [True, True, False, False]
iopub [True, True, False, False]
hb [True, True, False, False]
heartbeat b'ping'
restarted ('ok', 1, '2') True
ipc ('ok', 1, '4')
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}
