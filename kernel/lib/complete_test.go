package lib

import (
	"slices"
	"strings"
	"testing"

	"warpbook.dev/kernel/cell"
)

// knowing is a session with a kernel, a result and a sweep.
func knowing(t *testing.T) *cell.Session {
	t.Helper()
	s := newSession()
	cellResult(t, s, "%%cuda\n__constant__ float weights[4];\n__global__ void scale(float *out, const float *in, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) out[i] = weights[0] * in[i];\n}\ntemplate <typename T, int N> __global__ void fill(T *a) { a[threadIdx.x] = N; }")
	cellResult(t, s, "r = run('transpose/padded', n=64)\ns = sweep(['transpose/naive', 'transpose/padded'], n=[64, 128])\nk, a = kernel('transpose/tiled'), zeros(4)\nwords = {'one': 1, 'other': 2}")
	return s
}

// completions are what may stand at | in a cell, and the text that it replaces.
func completions(t *testing.T, s *cell.Session, text string) (replaced string, matches []string) {
	t.Helper()
	before, after, found := strings.Cut(text, "|")
	if !found {
		t.Fatalf("no | in %q", text)
	}
	runes := []rune(before)
	c := s.Complete(before+after, len(runes))
	if c.End != len(runes) || c.Start > c.End {
		t.Errorf("%q: replaces [%d, %d)", text, c.Start, c.End)
	}
	for _, m := range c.Matches {
		matches = append(matches, m.Text)
	}
	return string(runes[c.Start:]), matches
}

// TestCompleteDomain: the matches at | are, in this order, or with … among others,
// those after =>.
func TestCompleteDomain(t *testing.T) {
	s := knowing(t)
	for _, test := range []struct{ text, replaced, want string }{
		// Strings that name something.
		{`gpu("GT|`, "GT", "GTX 280, GTX 480, 8800 GTX"},
		{`gpu("gtx2|`, "gtx2", "GTX 280"},
		{`gpu("geforce gtx|`, "geforce gtx", "GTX 280, GTX 480"},
		{`gpu("280|")`, "280", "GTX 280"},
		{`gpu('GXT|`, "GXT", "GTX 280, GTX 480"},
		{`gpu("tesla|`, "tesla", "Tesla C1060, Tesla C2050, …"},
		{`gpu("8.|`, "8.", "8.0, 8.6, 8.9"},
		{`use("C|`, "C", "Tesla C1060, Tesla C2050"},
		{`use(gpu="c1|`, "c1", "Tesla C1060"},
		{`run("transpose/naive", gpu="88|`, "88", "8800 GTX"},
		{`k.occupancy(gpu="GTX 2|`, "GTX 2", "GTX 280"},
		{`kernel("tr|`, "tr", "transpose/copy, transpose/naive, transpose/both_strided, transpose/tiled, transpose/tile_copy, transpose/padded, transpose/diagonal"},
		{`kernel("padd|`, "padd", "transpose/padded, climate/padded"},
		{`run("matmul/two|`, "matmul/two", "matmul/two_outputs, matmul/two_outputs_transposed"},
		{`sweep(["tr|`, "tr", "transpose/copy, …"},
		{`sweep(["transpose/naive", "red|`, "red", "reduce/last_block, …"},
		{`x = sweep(kernels=["transpose/na|"], n=4)`, "transpose/na", "transpose/naive"},
		{`launch("transpose/d|`, "transpose/d", "transpose/diagonal"},
		{`kernels("|`, "", "transpose, matmul, …"},
		{`kernels(family="m|`, "m", "matmul"},
		{`published("t|`, "t", "transpose, …"},
		{`r.counters["l1tex__data_bank|`, "l1tex__data_bank", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum, l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum, l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
		{`r.counters["gld_re|`, "gld_re", "gld_request, …"},
		{`r.counters["inst_iss|`, "inst_iss", "inst_issued, …"},
		{`r.counters["lts__throughput.|`, "lts__throughput.", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
		{`r.counters["gld_request.avg.|`, "gld_request.avg.", "gld_request.avg.per_second, gld_request.avg.per_cycle_elapsed, gld_request.avg.per_cycle_active"},
		{`r.counters.get("sm__cycles_active.avg.per_|`, "sm__cycles_active.avg.per_", "sm__cycles_active.avg.per_second, sm__cycles_active.avg.per_cycle_elapsed, sm__cycles_active.avg.per_cycle_active"},
		{`c = r.counters
c["warp_ser|`, "warp_ser", "warp_serialize"},
		{`r.counters.get("warp_ser|`, "warp_ser", "warp_serialize"},
		{`run("transpose/naive").counters["warp_ser|`, "warp_ser", "warp_serialize"},
		{`tune("transpose/padded", {"TI|`, "TI", "TILE_DIM"},
		{`tune("transpose/padded", space={"TILE_DIM": [16], "bl|`, "bl", "block, BLOCK_ROWS"},
		{`tune("transpose/padded", {"block": [64]}, y="el|`, "el", "elapsed"},
		{`tune("transpose/padded", {"block": [64]}).be|`, "be", "best"},
		{`r.timel|`, "timel", "timeline"},
		{`r.timeline().st|`, "st", "states"},
		{`r.in_flight().need|`, "need", "needed, needed_reads"},
		{`r.limiter().ver|`, "ver", "verdict"},
		{`timeline_p|`, "timeline_p", "timeline_plot"},
		{`plot(s, y="g|`, "g", "gpu, gbps, gflops"},
		{`plot(s, "gb|`, "gb", "gbps"},
		{`plot(sweep("transpose/naive"), y="gb|`, "gb", "gbps"},
		{`plot(s, x="block_|`, "block_", "block_x, block_y, block"},
		{`heatmap(s, best="|`, "", "highest, lowest, none"},
		{`s.column("ti|`, "ti", "time"},
		{`s.best(y="ti|`, "ti", "time"},
		{`s.rows[0]["gb|`, "gb", "gbps"},
		{`words["o|`, "o", "one, other"},
		{`zeros(3, dtype="|`, "", "float32, float64, int32, …, float16"},
		{`zeros(3, dtype="i|`, "i", "int32, int64, int16, int8"},
		{`a.astype("uint|`, "uint", "uint32, uint64, uint16, uint8"},
		{`texture(a, filter="|`, "", "point, linear"},
		{`transfer(a, to="h|`, "h", "host"},
		{`scale.symbol("w|`, "w", "weights"},
		{`run("transpose/padded", defines={"|`, "", "TILE_DIM, BLOCK_ROWS"},
		{`kernel("matmul/tiled", {"BLOCK|`, "BLOCK", "BLOCK, BLOCK_ROWS"},
		{`run("transpose/padded", defines={"TILE_DIM": "|`, "", ""},
		{`print("GT|`, "GT", ""},
		{`gpu("GT" + "|`, "", "…, GTX 280, …"},
		{`"GT|`, "GT", ""},
		{`def run2(gpu): return gpu
run2(gpu="GT|`, "GT", ""},

		// Values and names of arguments.
		{`run("transpose/naive", full=|`, "", "True, False, None, …"},
		{`run("transpose/naive", check=T|`, "T", "True"},
		{`run("transpose/naive", block=|`, "", "(32, 8), 64, 128, 256, 512, (16, 16), …"},
		{`zeros(3, dtype=|`, "", `"float32", …`},
		{`use(|`, "", `"8800 GTX", …, "GTX 280", …, gpu=, …`},
		{`run("transpose/naive", |`, "", "n=, gpu=, …, defines=, …"},
		{`gpu("GTX 280", memory_c|`, "memory_c", "memory_clock_mhz="},
		{`gpu("GTX 280", sms=2, clock|`, "clock", "clock_mhz="},
		{`scale[1, 32](|`, "", "gpu=, full=, …"},
		{`scale[1, 32](a, a, 4, f|`, "f", "full=, …"},
		{`k.occupancy(|`, "", "…, gpu=, block=, shared=, …"},
		{`fill.instance(|`, "", "…, T=, N=, …"},

		// Attributes, of what can be known.
		{`gpu("GTX 280").peak|`, "peak", "peak_gflops"},
		{`gpu("GTX 280", memory_clock_mhz=1300).band|`, "band", "bandwidth_gbps"},
		{`kernel("transpose/padded").occ|`, "occ", "occupancy"},
		{`run("transpose/padded").bou|`, "bou", "bound, bounds"},
		{`scale[1, 32](a, a, 4).gb|`, "gb", "gbps"},
		{`run("transpose/padded").counters.|`, "", "get, items, keys, uncertainty, values"},
		{`g = gpu("C1060")
g.sou|`, "sou", "sources"},
		{`res = run("transpose/padded", n=128)
res.gf|`, "gf", "gflops"},
		{`zeros(4).to|`, "to", "tolist"},
		{`r.counters.it|`, "it", "items"},
		{`(r).gb|`, "gb", "gbps"},
		{`k.occupancy(block=256).warps|`, "warps", "warps_per_sm"},
		{`rand(3)[0].|`, "", ""},

		// Code points, not bytes or UTF-16.
		{"note = '😀𝒳 e\u0301'; gpu(\"GT|", "GT", "GTX 280, GTX 480, 8800 GTX"},
		{"žluť = '👩‍🚀'\nr.cou|", "cou", "counters"},

		// The first line and the body of CUDA cells.
		{"%%cuda |", "", "-D, --maxrregcount, -Xptxas, --use_fast_math, --ftz, --prec-div, --prec-sqrt, --fmad, --name, --args, --gpu, --stdin, --time, --profile, --check, --no-check, --profiler, --profiler-args, --compile, --compiler-args"},
		{"%%cuda --m|", "--m", "--maxrregcount"},
		{"%%cuda -D A=1 -X|", "-X", "-Xptxas"},
		{"%%cuda -Xptxas -dlcm=|", "-dlcm=", "-dlcm=ca, -dlcm=cg"},
		{"%%cuda -Xptxas=-d|", "-Xptxas=-d", "-Xptxas=-dlcm=ca, -Xptxas=-dlcm=cg"},
		{"%%cuda --prec-div=f|", "--prec-div=f", "--prec-div=false"},
		{"%%cuda --ftz |", "", "true, false"},
		{"%%cuda\n__glo|", "__glo", "__global__"},
		{"%%cuda -D TILES=4\n__global__ void k(float *odata) { int first = TI|", "TI", "TILES"},
		{"%%cuda\n__global__ void k(float *odata) { int first = thr|", "thr", "threadIdx"},
		{"%%cuda\n__global__ void k(float *a) {\n  thr|\n}", "thr", "threadIdx"},
		{"%%cuda\n#include <thrust/device_vector.h>\n__global__ void k(float *a) {\n  int i = thr|\n  a[i] = 1;\n}\nint main() { }", "thr", "threadIdx"},
		{"%%cuda\n__global__ void k(float *odata) { int first = thread|", "thread", "threadIdx"},
		{"%%cuda\n__global__ void k(float *odata) { int žluť = /* 😀 */ threadIdx.|", "", "x, y, z"},
		{"%%cuda\n// 😀𝒳\n__global__ void k(float *odata) { int first = 1; od|ata[0]", "od", "odata"},
		{"%%c|", "%%c", "%%capture, %%cpp, %%cu, %%cuda, %%cuda_group_save, %%cuda_run"},
		{"%%time\nuse(\"GT|", "GT", "GTX 280, GTX 480, 8800 GTX"},
	} {
		replaced, got := completions(t, s, test.text)
		if replaced != test.replaced {
			t.Errorf("%s: replaces %q, want %q", test.text, replaced, test.replaced)
		}
		if !fits(got, test.want) {
			t.Errorf("%s: got %.300q, want %s", test.text, got, test.want)
		}
	}
}

// fits compares a list with one in which … stands for any others.
func fits(got []string, want string) bool {
	parts := strings.Split(want, "…")
	var lists [][]string
	for _, part := range parts {
		lists = append(lists, wanted(part))
	}
	rest, last := got, len(lists)-1
	for i, list := range lists {
		n := len(list)
		switch {
		case i == 0:
			if len(rest) < n || !slices.Equal(rest[:n], list) {
				return false
			}
			rest = rest[n:]
			if last == 0 {
				return len(rest) == 0
			}
		case i == last && n == 0:
			return true
		default:
			at := -1
			for k := 0; k+n <= len(rest); k++ {
				if slices.Equal(rest[k:k+n], list) {
					at = k
					break
				}
			}
			if at < 0 {
				return false
			}
			rest = rest[at+n:]
			if i == last && len(rest) > 0 {
				return false
			}
		}
	}
	return true
}

// wanted splits at commas outside of brackets.
func wanted(s string) (list []string) {
	depth, word := 0, ""
	for _, c := range s + "," {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			if word = strings.TrimSpace(word); word != "" {
				list = append(list, word)
			}
			word = ""
			continue
		}
		word += string(c)
	}
	return list
}

// Kinds and signatures are what a front end shows beside a match.
func TestCompletionKinds(t *testing.T) {
	s := knowing(t)
	for _, test := range []struct{ text, match, kind, signature string }{
		{"k.occ", "occupancy", "function", "occupancy(gpu=None, block=None, shared=0)"},
		{"r.gb", "gbps", "property", ""},
		{"ru", "run", "function", "run(program, n=1024, gpu=None, block=None, check=None, full=None, defines=None, shared=0, maxrregcount=None, dlcm=None, use_fast_math=False, ftz=False, prec_div=True, prec_sqrt=True, fmad=True, exact=False)"},
		{"sca", "scale", "function", "scale[grid, block](float* out, const float* in, int n, gpu=None, full=None, exact=False)"},
		{`use("GT`, "GTX 280", "value", "30 SMs, 141.7 GB/s, compute capability 1.3"},
		{`gpu("GTX 280", sm`, "sms=", "param", "30 SMs"},
		{`kernel("matmul/n`, "matmul/naive", "value", ""},
		{"%%cuda\n__global__ void k(float *a) { __sync", "__syncthreads", "function", "void __syncthreads()"},
		{"%%cuda\n__global__ void k(const float *image) { im", "image", "parameter", "const float *image"},
	} {
		found := false
		for _, m := range s.Complete(test.text, len([]rune(test.text))).Matches {
			if m.Text == test.match {
				found = true
				if m.Type != test.kind || test.signature != "" && m.Signature != test.signature {
					t.Errorf("%s: %s is a %s, %q, want %s, %q", test.text, m.Text, m.Type, m.Signature, test.kind, test.signature)
				}
			}
		}
		if !found {
			t.Errorf("%s: no match %q", test.text, test.match)
		}
	}
}

// TestInspectDomain: what is shown at | has all of these texts, in every form.
func TestInspectDomain(t *testing.T) {
	s := knowing(t)
	cuda := "%%cuda\n__constant__ float weights[4];\n__global__ void scale(float *out, const float *in, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) out[i] = weights[0] * in[i];\n}\ntemplate <typename T, int N> __global__ void fill(T *a) { a[threadIdx.x] = N; }"
	at := func(mark string) string {
		word := strings.Replace(mark, "|", "", 1)
		if !strings.Contains(cuda, word) {
			t.Fatalf("%q is not in the cell", word)
		}
		return strings.Replace(cuda, word, mark, 1)
	}
	for _, test := range []struct {
		text   string
		detail int
		want   []string // none: nothing is found
	}{
		{`gpu("gtx|280")`, 0, []string{"GTX 280", "141.7 GB/s", "registers of a multiprocessor"}},
		{`use("C1060|")`, 0, []string{"C1060", "compute capability"}},
		{`gpu("GTX 280|")`, 1, []string{"dram_tfaw_ns", "fitted"}},
		{`g = gpu("C1060")
|g.name`, 0, []string{"C1060", "bandwidth"}},
		{`kernel("transpose/pad|ded")`, 0, []string{"transpose/padded", "registers", "(32, 8)", "limited by", "without bank conflicts"}},
		{`kernel("transpose/pad|ded")`, 1, []string{"__shared__ float tile[TILE_DIM][TILE_DIM + 1];"}},
		{`r.counters["gld_req|uest"]`, 0, []string{"gld_request", "load requests to global memory"}},
		{`r.counters["l1tex__data_bank_conflicts|_pipe_lsu_mem_shared_op_ld.sum"]`, 0, []string{"due to bank conflicts", "shared_ld_bank_conflict"}},
		{`sca|le[1, 32](a, a, 4)`, 0, []string{"scale[grid, block](float", "registers", "occupancy", "256", "limited by"}},
		{`sca|le`, 1, []string{"if (i < n) out[i] = weights[0] * in[i];"}},
		{`r|`, 0, []string{"result", "throughput"}},
		{`r.counters["sm__inst_issued.avg.per_cycle|_elapsed"]`, 0, []string{"including replays [inst/cycle]", "instructions_issued"}},
		{`r.counters["instructions_issued|"]`, 0, []string{"sm__inst_issued.sum, of one SM"}},
		{`r.coun|ters`, 0, []string{"warp_serialize"}},
		{`s|`, 0, []string{"sweep", "4 points", "GB/s"}},
		{`run("transpose/naive", n=4|`, 0, []string{"run(program, n=1024", "built-in program"}},
		{`k.occup|ancy(block=256)`, 0, []string{"occupancy(gpu=None", "shared_steps"}},
		{`run("transpose/padded").best|`, 0, nil},
		{`plot(s, y="|nothing")`, 0, []string{"plot(data"}},
		{at("void sca|le(float"), 0, []string{"scale[grid, block](float", "registers", "limited by"}},
		{at("void fil|l(T"), 0, []string{"fill", "T"}},
		{at("int i| = "), 0, []string{"int i", "variable, line 5"}},
		{at("float| *out"), 0, []string{"32 bits"}},
		{at("thread|Idx.x;"), 0, []string{"uint3 threadIdx", "neighbouring threads of a warp"}},
		{at("wei|ghts[0]"), 0, []string{"__constant__ float weights[4]"}},
		{strings.Replace(cuda, "weights[0] *", "__ballot|(i) *", 1), 0, []string{"unsigned int __ballot(int)", "compute capability 2.0"}},
		{strings.Replace(cuda, "float *out, const", "float *output|, const", 1), 0, []string{"parameter, line 3", "float *output"}},
		{"%%cuda --use_fast|_math\n", 0, []string{"--use_fast_math", "__sinf"}},
		{"%%cuda -Xptxas -dlcm=cg\nfo|", 0, nil},
		{"%%nothing\nfo|", 0, nil},
	} {
		before, after, _ := strings.Cut(test.text, "|")
		b, ok := s.Inspect(before+after, len([]rune(before)), test.detail)
		if ok != (test.want != nil) {
			t.Errorf("%q: found %v: %v", test.text, ok, b.Data["text/plain"])
			continue
		}
		if !ok {
			continue
		}
		plain, markdown, html := b.Data["text/plain"].(string), b.Data["text/markdown"].(string), b.Data["text/html"].(string)
		unescape := strings.NewReplacer(`\_`, "_", `\*`, "*", `\[`, "[", "&lt;", "<", "&gt;", ">", "&#34;", `"`, "&amp;", "&", `\$`, "$")
		for _, want := range test.want {
			for form, text := range map[string]string{"plain": plain, "markdown": unescape.Replace(markdown), "html": unescape.Replace(html)} {
				if !strings.Contains(text, want) {
					t.Errorf("%q: %q is missing in the %s text\n%s", test.text, want, form, text)
				}
			}
		}
	}
}

func TestIsCompleteCUDA(t *testing.T) {
	s := newSession()
	for _, test := range []struct{ code, status, indent string }{
		{"%%cuda", "incomplete", ""},
		{"%%cuda\n", "incomplete", ""},
		{"%%cuda\n__global__ void k(float *a) {", "incomplete", "    "},
		{"%%cuda\n__global__ void k(float *a)\n{\n    if (a[0] > 0) {", "incomplete", "        "},
		{"%%cuda\n__global__ void k(float *a)\n{\n    a[0] = 1;", "incomplete", "    "},
		{"%%cuda\n__global__ void k(float *a)\n{\n    a[0] = 1;\n\n", "incomplete", "    "},
		{"%%cuda\n__global__ void k(float *a)\n{ // }\n", "incomplete", ""},
		{"%%cuda\n__global__ void k(float *a)\n{\n    a[0] = 1;\n}", "incomplete", ""},
		{"%%cuda\n__global__ void k(float *a)\n{\n    a[0] = 1;\n}\n\n", "complete", ""},
		{"%%time\nx = 1", "incomplete", ""},
	} {
		if status, indent := s.IsComplete(test.code); status != test.status || indent != test.indent {
			t.Errorf("%q: got %s %q, want %s %q", test.code, status, indent, test.status, test.indent)
		}
	}
}
