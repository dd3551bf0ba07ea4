package python

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"warpbook.dev"
	"warpbook.dev/install"
)

// sources is the Python package.
//
//go:embed package/*
var sources embed.FS

// A wheel is the content of one, by the names in the archive.
type wheel struct {
	version  string
	platform Platform
	files    map[string][]byte
	programs map[string]bool // the names that have the run bit
}

func newWheel(version string, p Platform, program []byte) *wheel {
	w := &wheel{version, p, map[string][]byte{}, map[string]bool{}}
	entries, err := fs.ReadDir(sources, "package")
	if err != nil {
		panic("BUG: python: " + err.Error())
	}
	for _, e := range entries {
		text, err := sources.ReadFile(path.Join("package", e.Name()))
		if err != nil {
			panic("BUG: python: " + err.Error())
		}
		w.files["warpbook/"+e.Name()] = bytes.ReplaceAll(text, []byte("@VERSION@"), []byte(version))
	}
	data := "warpbook-" + version + ".data/"
	script := data + "scripts/" + p.Program()
	w.files[script], w.programs[script] = program, true
	for name, text := range install.DataFiles() {
		w.files[data+"data/share/jupyter/"+name] = text
	}
	info := w.info()
	w.files[info+"METADATA"] = []byte(w.metadata())
	w.files[info+"WHEEL"] = fmt.Appendf(nil, "Wheel-Version: 1.0\nGenerator: warpbook\nRoot-Is-Purelib: false\n%s", w.tags())
	w.files[info+"licenses/LICENSE"] = []byte(warpbook.License)
	w.files[info+"licenses/NOTICE"] = []byte(warpbook.Notice)
	return w
}

func (w *wheel) info() string { return "warpbook-" + w.version + ".dist-info/" }

// name is the file's name.
func (w *wheel) name() string {
	return fmt.Sprintf("warpbook-%s-py3-none-%s.whl", w.version, w.platform.tag)
}

// tags are the lines of WHEEL that name the systems.
func (w *wheel) tags() string {
	var b strings.Builder
	for tag := range strings.SplitSeq(w.platform.tag, ".") {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return b.String()
}

// metadata is what pip and PyPI show.
func (w *wheel) metadata() string {
	return fmt.Sprintf(`Metadata-Version: 2.4
Name: warpbook
Version: %s
Summary: Run CUDA C on GPUs that you don't have: a Jupyter kernel with a model of NVIDIA's cards
License-Expression: BSD-3-Clause
License-File: LICENSE
License-File: NOTICE
Requires-Python: >=3.9
Keywords: CUDA,GPU,Jupyter,simulation,education
Classifier: Framework :: Jupyter
Classifier: Intended Audience :: Education
Classifier: Topic :: Software Development :: Compilers
Classifier: Topic :: System :: Emulators
Description-Content-Type: text/markdown

A notebook cell holds CUDA C. A model of the chosen GPU executes the kernel and shows the result, the time, the limiting resource
and the line to change first. No GPU, no nvcc and no C++ compiler are needed.

    pip install warpbook jupyterlab
    jupyter lab

Then choose the kernel *Warpbook*. Or stay in Python: `+"`%%load_ext warpbook` brings `%%%%cuda`, and `import warpbook`"+` the functions of
Warpbook's cells, which take NumPy arrays. `+"`warpbook tutorial`"+` copies the course into a folder and opens it.
`, w.version)
}

// Epoch is the time of the files in archives, the same in each build. It is the first that a ZIP can state: month and day of no time at
// all are 0, which is not a date.
var Epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// bytes is the archive. RECORD is its last file: it lists the others with their checksums.
func (w *wheel) bytes() []byte {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	add := func(name string, data []byte) {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: Epoch}
		header.SetMode(0o644)
		if w.programs[name] {
			header.SetMode(0o755)
		}
		f, err := z.CreateHeader(header)
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			panic("BUG: python: " + err.Error()) // a buffer takes everything
		}
	}
	var record strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		data := w.files[name]
		sum := sha256.Sum256(data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(data))
		add(name, data)
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", w.info())
	add(w.info()+"RECORD", []byte(record.String()))
	if err := z.Close(); err != nil {
		panic("BUG: python: " + err.Error())
	}
	return archive.Bytes()
}
