package host_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
)

// TestModuleFiles: a file that nvcc makes stands for the CUDA source beside it, and what nvrtcGetPTX returns can go through a file.
func TestModuleFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/modules")); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(dir, "main.cu"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "main.cu", string(source), gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, r := ran(t, p, host.Options{Folder: &folder.Folder{Dir: dir}})
	compareGolden(t, "testdata/modules/main.golden", out+"-- findings --\n"+strings.Join(r.Told(), "\n")+"\n")
}
