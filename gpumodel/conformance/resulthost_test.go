package conformance

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/internal/tier"
)

// TestHostResults compares the wanted results with those that the texts have as programs of
// the host, compiled by clang: of a few files, any, before a merge, of all in the long tier.
func TestHostResults(t *testing.T) {
	if !*updateResults {
		tier.Check(t)
	}
	clang, err := exec.LookPath(cmp.Or(os.Getenv("WARPBOOK_CLANG"), "clang"))
	if err != nil {
		t.Skip("needs: clang (WARPBOOK_CLANG or PATH)")
	}
	list, err := resultFiles()
	if err != nil {
		t.Fatal(err)
	}
	list = slices.Clone(list)
	if most := tier.Pick(0, 6, len(list)); !*updateResults && most < len(list) {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:most]
	}
	for _, f := range list {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f.compareWithHost(t, clang, "")
			if _, ok := f.setting("", "wants"); ok {
				f.compareWithHost(t, clang, "truncated")
			}
		})
	}
}

// compareWithHost compares the results of a variant with those of clang's program, or lets it write them.
func (f *resultFile) compareWithHost(t *testing.T, clang, variant string) {
	t.Helper()
	examples, err := f.examples(variant)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var launches []hostLaunch
	var trials []trial
	for i, k := range f.kernels {
		names = append(names, f.text(k.Name, "host", k.Name))
		for _, e := range examples {
			if e.entry != k.Name || e.options.MaxRegisters > 0 {
				continue
			}
			for _, n := range e.sizes {
				x := e.trial(n)
				l := x.onHost(t, k, i)
				l.n = n
				trials, launches = append(trials, x), append(launches, l)
			}
		}
	}
	flags := f.flags()
	if variant != "" {
		flags = append(flags, "-D"+strings.ToUpper(variant))
	}
	printed, arrays := runOnHost(t, clang, f.path, f.source, names, flags, launches)
	var text strings.Builder
	for i, l := range launches {
		for _, line := range f.results(t, f.kernels[l.kernel], l.n, &trials[i], printed[i], arrays[i]) {
			text.WriteString(line + "\n")
		}
	}
	if *updateResults {
		if err := os.WriteFile(f.wantPath(variant), []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, stored := strings.Count(text.String(), "\n"), strings.Count(read(t, f.wantPath(variant)), "\n"); got != stored {
		t.Errorf("%s has %d lines, and clang's program has results for %d", f.wantPath(variant), stored, got)
	}
}

// results are the lines for what a launch left in its arrays and printed. They are compared with what the trial wants.
func (f *resultFile) results(t *testing.T, k *Kernel, n int, x *trial, printed string, arrays [][]byte) (lines []string) {
	t.Helper()
	params := partsOfKernel(k)
	for i, arg := range x.args {
		a, ok := arg.(resultArray)
		if !ok {
			continue
		}
		got := resultArray{size: a.size, parts: a.parts, data: arrays[0]}
		arrays = arrays[1:]
		key := wantKey(k, n, params[i].name)
		if !params[i].typ.Elem.Const || !got.equal(a) {
			var fields []string
			for _, v := range got.values() {
				fields = append(fields, numberText(v))
			}
			lines = append(lines, key, strings.Join(fields, " "))
		}
		want, ok := x.want[i].(resultArray)
		if !ok {
			want = a
		}
		if at, ok := x.tol.differs(got.values(), want.values()); ok && !*updateResults {
			t.Errorf("%s: %s by the stored results", key, at)
		}
	}
	if printed != "" {
		lines = append(lines, wantKey(k, n, "printf"), strconv.Quote(printed))
	}
	if printed != x.output && !*updateResults {
		t.Errorf("%s: %q is printed, want %q", wantKey(k, n, "printf"), printed, x.output)
	}
	return lines
}

// A hostLaunch is a launch for testdata/results/host.h.
type hostLaunch struct {
	kernel, n   int // index of the kernel, size
	grid, block Dim3
	arrays      [][]byte
	params      []hostParam
}

// A hostParam is a parameter's bytes. At the offsets are addresses of arrays.
type hostParam struct {
	data   []byte
	arrays map[int]int // offset to index
}

// A part is a number or a pointer within a type.
type part struct {
	name   string // "p.v[2]"
	offset int
	typ    *cuda.Type
}

// partsOf takes a type apart, as Kernel.Params does.
func partsOf(name string, t *cuda.Type, offset int) (list []part) {
	switch {
	case t.Union:
		return partsOf(name, t.Raw(), offset)
	case t.Kind == cuda.Struct:
		for _, f := range t.Fields {
			list = append(list, partsOf(name+"."+f.Name, f.Type, offset+f.Offset)...)
		}
		return list
	case t.Kind == cuda.Array:
		for i := range t.Len {
			list = append(list, partsOf(fmt.Sprintf("%s[%d]", name, i), t.Elem, offset+i*t.Elem.Size())...)
		}
		return list
	}
	return []part{{name, offset, t}}
}

// onHost is a launch of the kernel with this index as the host's program takes it.
func (x *trial) onHost(t *testing.T, k *Kernel, kernel int) hostLaunch {
	t.Helper()
	l := hostLaunch{kernel: kernel, grid: x.grid, block: x.block}
	args := x.args
	for _, v := range k.Func().Params {
		p := hostParam{data: make([]byte, v.Type.Size()), arrays: map[int]int{}}
		for _, part := range partsOf(v.Name, v.Type, 0) {
			arg := args[0]
			args = args[1:]
			if part.typ.Kind == cuda.Pointer {
				p.arrays[part.offset] = len(l.arrays)
				l.arrays = append(l.arrays, bytesOf(t, arg))
				continue
			}
			copy(p.data[part.offset:], encode(part.typ.Kind, arg))
		}
		l.params = append(l.params, p)
	}
	if len(args) > 0 {
		t.Fatalf("%d arguments too many", len(args))
	}
	return l
}

// write appends the launch in the format that host.h reads.
func (l *hostLaunch) write(b []byte) []byte {
	numbers := func(list ...int) {
		for _, n := range list {
			b = binary.LittleEndian.AppendUint64(b, uint64(n))
		}
	}
	numbers(l.kernel, l.grid.X, l.grid.Y, l.grid.Z, l.block.X, l.block.Y, l.block.Z, len(l.arrays))
	for _, a := range l.arrays {
		numbers(len(a))
		b = append(b, a...)
	}
	numbers(len(l.params))
	for _, p := range l.params {
		numbers(len(p.data))
		b = append(b, p.data...)
		numbers(len(p.arrays))
		for offset, array := range p.arrays {
			numbers(offset, array)
		}
	}
	return b
}

var nestedLaunch = regexp.MustCompile(`([\w:]+(?:<[^<>;]*>)?)<<<(.*?)>>>\(`)

var dynamicShared = regexp.MustCompile(`extern\s+__shared__\s[^;]*?(\w+)\s*\[\s*\]\s*;`)

// runOnHost compiles a text for the host, and returns what the launches of its kernels
// print and what they leave in their arrays.
func runOnHost(t *testing.T, clang, file, source string, kernels, flags []string, launches []hostLaunch) (printed []string,
	arrays [][][]byte) {
	t.Helper()
	header, err := filepath.Abs("testdata/results/host.h")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if strings.Contains(source, "new (") {
		text.WriteString("#include <new>\n")
	}
	if strings.Contains(source, "std::") || strings.Contains(source, "namespace std") {
		for _, name := range []string{"algorithm", "array", "cmath", "cstring", "functional", "limits", "optional", "span", "tuple",
			"type_traits", "utility"} {
			fmt.Fprintf(&text, "#include <%s>\n", name)
		}
	}
	fmt.Fprintf(&text, "#include %q\n#line 1 %q\n", header, file)
	source = nestedLaunch.ReplaceAllString(source, "grid::nested($2)($1)(")
	text.WriteString(strings.NewReplacer("extern __shared__", "extern", "static __shared__", "__shared__").Replace(source))
	text.WriteString("\ngrid::Entry entries[] = {")
	for _, k := range kernels {
		fmt.Fprintf(&text, "grid::entry(%s), ", k)
	}
	text.WriteString("};\nint main() { return grid::serve(entries); }\n")

	dir := t.TempDir()
	cpp, program := filepath.Join(dir, "k.cpp"), filepath.Join(dir, "k")
	if err := os.WriteFile(cpp, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-x", "c++", "-std=c++20", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off",
		"-ftrivial-auto-var-init=pattern", // a lane may hand round what it has not set, if nobody uses it
		"-I" + folder, "-I" + filepath.Join(filepath.Dir(header), "include"), cpp, "-o", program, "-lstdc++", "-lm"}
	for _, m := range dynamicShared.FindAllStringSubmatch(source, -1) {
		if option := "-Wl,--defsym=" + m[1] + "=dynamic_shared"; !slices.Contains(args, option) {
			args = append(args, option)
		}
	}
	if out, err := exec.Command(clang, append(args, flags...)...).CombinedOutput(); err != nil {
		t.Fatalf("clang: %v\n%s", err, out)
	}

	input := binary.LittleEndian.AppendUint64(nil, uint64(len(launches)))
	for _, l := range launches {
		input = l.write(input)
	}
	var errors bytes.Buffer
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the host's program: %v\n%s", err, &errors)
	}
	for _, l := range launches {
		n := binary.LittleEndian.Uint64(out)
		printed = append(printed, string(out[8:8+n]))
		out = out[8+n:]
		var left [][]byte
		for _, a := range l.arrays {
			left = append(left, out[:len(a)])
			out = out[len(a):]
		}
		arrays = append(arrays, left)
	}
	return printed, arrays
}
