package cuda

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
)

// ArchMacro names the macro whose value is the compute capability for which device code is compiled.
const ArchMacro = "__CUDA_ARCH__"

// predefined are the macros of the compiler and of the headers that kernels
// use without naming them (float.h, limits.h, math.h, math_constants.h).
const predefined = `
#define __CUDACC__ 1
#define __NVCC__ 1
#define __cplusplus 201703L
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 86
#define __linux__ 1
#define __linux 1
#define __unix__ 1
#define __x86_64__ 1
#define __LP64__ 1
#define CUDART_VERSION 12090
#define CUDA_VERSION 12090
#define NULL nullptr
#define CHAR_BIT 8
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295u
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615uL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615uLL
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define INFINITY (1.0f/0.0f)
#define NAN (0.0f/0.0f)
#define HUGE_VALF (1.0f/0.0f)
#define CUDART_INF_F (1.0f/0.0f)
#define CUDART_INF (1.0/0.0)
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931
#define cudaStreamTailLaunch ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
`

// Limits that keep a small text from becoming a large one.
const (
	maxSource = 4 << 20 // bytes
	maxTokens = 1 << 17 // after expansion
)

// A preprocessor turns the tokens of a text into those the parser reads.
type preprocessor struct {
	*reporter
	macros  map[string]*macro
	conds   []condition
	out     []token
	counter int // the next value of __COUNTER__
	budget  int // tokens that expansion may still make; below 0 after the report
	depth   int // of expansions within one another
	headers []string
	header  Pos // where the first one is included

	read    func(name, from string) (path, text string, ok bool)
	unread  string            // why the header that was asked for last was not read
	inside  *header           // the one that is being read
	nested  int               // headers within one another
	bytes   int               // of headers
	host    bool              // of a whole program
	initial map[string]*macro // those that each source begins with
	once    map[string]bool
	packing packing
	pushed  pushedMacros
}

// condition is an open #if.
type condition struct {
	directive   token
	active      bool // this group is read
	taken       bool // a group was read already, or none may be
	sawElse     bool
	outerActive bool
}

// preprocess runs the directives of src, with the options' names defined before
// its first line. It returns what is left and the macros defined at its end;
// nothing if macros expand without end.
func preprocess(r *reporter, src string, opt Options) ([]token, map[string]*macro) {
	return preprocessWith(r, src, opt, nil)
}

// preprocessWith is preprocess with macros that are defined already.
func preprocessWith(r *reporter, src string, opt Options, seeds map[string]*macro) ([]token, map[string]*macro) {
	defines := opt.Defines
	pp := &preprocessor{reporter: r, macros: map[string]*macro{}, budget: maxTokens, read: opt.Include, once: map[string]bool{}}
	pp.run(scan(predefined))
	if opt.Arch > 0 {
		pp.run(scan(fmt.Sprintf("\n#define %s %d\n", ArchMacro, opt.Arch)))
	}
	for _, m := range pp.macros {
		m.builtin = true
	}
	maps.Copy(pp.macros, seeds)
	names := make([]string, 0, len(defines))
	for name := range defines {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		pp.option(name, defines[name])
	}
	pp.out = nil
	if pp.host = opt.Host; pp.host {
		for _, text := range hostTexts {
			pp.libraryText(token{pos: Pos{1, 1}, end: Pos{1, 1}}, text)
		}
	}
	pp.initial = maps.Clone(pp.macros)
	pp.run(scan(src))
	if pp.budget < 0 {
		return nil, nil
	}
	pp.finish()
	return splitAngles(pp.out), pp.macros
}

// option is -D name=value; -D name alone is the caller's to read as 1, as compilers do.
func (pp *preprocessor) option(name, value string) {
	if value == Undefined {
		delete(pp.macros, name)
		return
	}
	toks := scan(name + " " + value)
	if toks[0].kind != tIdent || strings.Contains(name, " ") {
		pp.errorf(Pos{1, 1}, Pos{}, "option -D %s=%s: %q is not a valid macro name", name, value, name)
		return
	}
	if i := strings.Index(name, "("); i >= 0 {
		toks = scan(name + value)
	}
	pp.define(toks[:len(toks)-1])
	if m := pp.macros[toks[0].text]; m != nil {
		m.option = true
	}
}

// run splits the tokens into directives and the text between them.
func (pp *preprocessor) run(toks []token) {
	for i := 0; i < len(toks); {
		j := i + 1
		if toks[i].is("#") && toks[i].bol {
			for toks[j].kind != tEOF && !toks[j].bol {
				j++
			}
			pp.directive(toks[i], toks[i+1:j])
			i = j
			continue
		}
		for j < len(toks) && !(toks[j].is("#") && toks[j].bol) {
			j++
		}
		if pp.active() {
			pp.pragmaOperators(pp.expand(toks[i:j]))
		} else if last := toks[j-1]; last.kind == tEOF {
			pp.out = append(pp.out, last)
		}
		i = j
	}
}

// unclosed reports what is still open at the end of a text.
func (pp *preprocessor) unclosed() {
	for _, c := range pp.conds {
		d := c.directive
		pp.errorf(d.pos, d.end, "#%s has no #endif", d.text)
	}
}

// finish ends the text.
func (pp *preprocessor) finish() {
	pp.unclosed()
	if len(pp.headers) > 0 {
		pp.notef(pp.header, "headers are not read (%s); what kernels use of CUDA and C is built in", strings.Join(pp.headers, ", "))
	}
	if n := len(pp.out); n == 0 || pp.out[n-1].kind != tEOF {
		pp.out = append(pp.out, token{kind: tEOF, pos: Pos{1, 1}, end: Pos{1, 1}})
	}
}

func (pp *preprocessor) active() bool {
	return len(pp.conds) == 0 || pp.conds[len(pp.conds)-1].active
}

// directive runs one line. hash is the #, line what follows it.
func (pp *preprocessor) directive(hash token, line []token) {
	if len(line) == 0 {
		return
	}
	d, rest := line[0], line[1:]
	if readsFiles[d.text] {
		forgets(pp.inside, &pp.includes, span{hash.off, line[len(line)-1].limit})
	}
	switch d.text {
	case "if", "ifdef", "ifndef":
		pp.open(d, rest)
		return
	case "elif", "else", "endif":
		pp.branch(d, rest)
		return
	}
	if !pp.active() && !words("elseif elsif ")[d.text] {
		return
	}
	switch d.text {
	case "define":
		pp.define(rest)
	case "undef":
		if pp.name(d, rest) {
			delete(pp.macros, rest[0].text)
		}
	case "include":
		pp.include(hash, d, rest)
	case "pragma":
		pp.pragma(d, rest)
	case "error":
		pp.errorf(hash.pos, d.end, "#error %s", spell(rest))
	case "warning":
		pp.notef(hash.pos, "#warning %s", spell(rest))
	case "line":
	default:
		if d.kind == tNumber { // a line of a text that is preprocessed already
			return
		}
		hint := didYouMean(d.text, []string{"define", "undef", "include", "pragma", "if", "ifdef", "ifndef", "elif", "else", "endif", "error"})
		pp.errorf(d.pos, d.end, "unknown directive #%s%s", d.text, hint)
	}
}

// name checks that a directive is followed by a name.
func (pp *preprocessor) name(d token, rest []token) bool {
	if len(rest) == 0 || rest[0].kind != tIdent {
		pp.errorf(d.pos, d.end, "#%s needs the name of a macro", d.text)
		return false
	}
	return true
}

func (pp *preprocessor) open(d token, rest []token) {
	c := condition{directive: d, outerActive: pp.active(), taken: true}
	if c.outerActive {
		c.active = pp.test(d, rest)
		c.taken = c.active
	}
	pp.conds = append(pp.conds, c)
}

// test is the truth of an #if, #ifdef, #ifndef or #elif line.
func (pp *preprocessor) test(d token, rest []token) bool {
	if d.text == "if" || d.text == "elif" {
		return pp.condition(d, rest)
	}
	return pp.name(d, rest) && pp.defined(rest[0].text) == (d.text == "ifdef")
}

// headerMacros are words of the language here that are macros of CUDA's headers (crt/host_defines.h). Sources that are also read by an
// editor ask for them: #ifndef __global__, #define __global__.
var headerMacros = []string{"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__grid_constant__",
	"__launch_bounds__", "__maxnreg__", "__block_size__", "__nv_pure__", "__forceinline__", "__noinline__", "__align__"}

// defined tells whether a name is a macro for #ifdef.
func (pp *preprocessor) defined(name string) bool {
	return pp.macros[name] != nil || slices.Contains(headerMacros, name)
}

func (pp *preprocessor) branch(d token, rest []token) {
	if len(pp.conds) == 0 {
		pp.errorf(d.pos, d.end, "#%s without an #if before it", d.text)
		return
	}
	c := &pp.conds[len(pp.conds)-1]
	switch {
	case d.text == "endif":
		pp.conds = pp.conds[:len(pp.conds)-1]
		return
	case c.sawElse:
		pp.errorf(d.pos, d.end, "#%s after the #else of line %d", d.text, c.directive.pos.Line)
		return
	}
	c.sawElse = d.text == "else"
	c.active = c.outerActive && !c.taken && (c.sawElse || pp.test(d, rest))
	c.taken = c.taken || c.active
}

// condition evaluates an integer expression: defined first, then macros, then
// the names that remain are 0.
func (pp *preprocessor) condition(d token, rest []token) bool {
	var toks []token
	for i := 0; i < len(rest); i++ {
		t := rest[i]
		if t.is("defined") {
			name, skip := i+1, 1
			if i+3 < len(rest) && rest[i+1].is("(") && rest[i+3].is(")") {
				name, skip = i+2, 3
			}
			if name >= len(rest) || rest[name].kind != tIdent {
				pp.errorf(t.pos, t.end, "defined needs the name of a macro")
				return false
			}
			t.kind, t.text = tNumber, "0"
			if pp.defined(rest[name].text) {
				t.text = "1"
			}
			i += skip
		}
		toks = append(toks, t)
	}
	toks = pp.expand(toks)
	for i := range toks {
		if t := &toks[i]; t.kind == tIdent && t.text != "true" && t.text != "false" {
			t.kind, t.text = tNumber, "0"
		}
	}
	if len(toks) == 0 {
		pp.errorf(d.pos, d.end, "#%s needs an expression", d.text)
		return false
	}
	return constantOf(pp.reporter, toks) != 0
}

// readsFiles are the directives that bring a file.
var readsFiles = words("include include_next import embed")

// builtinHeaders hold what is built in, or nothing that a kernel needs.
var builtinHeaders = words(`assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h
	signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h tgmath.h
	threads.h time.h uchar.h wchar.h wctype.h malloc.h memory.h getopt.h unistd.h dirent.h dlfcn.h fcntl.h pthread.h sched.h semaphore.h
	netdb.h error.h libgen.h poll.h pwd.h regex.h spawn.h syslog.h termios.h ucontext.h wordexp.h omp.h mpi.h emmintrin.h immintrin.h xmmintrin.h x86intrin.h
	windows.h Windows.h direct.h conio.h io.h process.h intrin.h
	algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes ciso646 climits
	clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstdbool cstddef cstdint cstdio
	cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream functional
	future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new
	numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span
	sstream stack stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex
	typeinfo unordered_map unordered_set utility valarray variant vector version
	cuda.h cuda_runtime.h cuda_runtime_api.h cuda_device_runtime_api.h device_launch_parameters.h
	device_functions.h driver_types.h driver_functions.h vector_types.h vector_functions.h math_constants.h math_functions.h cuda_fp16.h
	sm_20_atomic_functions.h sm_30_intrinsics.h sm_32_intrinsics.h sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h device_atomic_functions.h host_defines.h builtin_types.h channel_descriptor.h
	texture_types.h surface_types.h common_functions.h crt/device_functions.h
	helper_cuda.h helper_functions.h helper_timer.h helper_string.h helper_image.h helper_math.h exception.h cutil.h cutil_inline.h
	cuda/atomic cuda/barrier cuda/pipeline cuda/std/atomic cuda/std/barrier cuda/std/limits cuda/std/array cuda/std/utility cuda/std/cstdint
	cuda/std/cstddef cuda/std/algorithm cuda/std/cmath cuda/std/type_traits cuda/std/cassert cuda/std/climits
	cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h nvToolsExt.h nvToolsExtCuda.h
	cuda_profiler_api.h cudaProfiler.h nvrtc.h nvrtc_helper.h nvml.h cupti.h cuda_gl_interop.h cuda_egl_interop.h cuda_occupancy.h
	cublas.h cublas_v2.h cublasXt.h cublasLt.h curand.h cusparse.h cusparse_v2.h cusolverDn.h cusolverSp.h cusolver_common.h
	cudnn.h nccl.h npp.h nvgraph.h helper_gl.h rendercheck_gl.h
	helper_cuda_gl.h helper_cuda_drvapi.h`)

// courseHeaders come with the samples of courses and books, somewhere beside them; kernels need nothing of them.
var courseHeaders = words("helper_cuda.h helper_functions.h helper_timer.h helper_string.h helper_image.h cutil.h cutil_inline.h wb.h book.h error.cuh cpu_bitmap.h cpu_anim.h gpu_anim.h")

// hostHeaders begin the names of headers of the operating system and of libraries for the host.
var hostHeaders = []string{"sys/", "bits/", "linux/", "netinet/", "arpa/", "X11/", "GL/", "GLES", "EGL/", "GLFW/", "SDL", "nvtx3/",
	"nvToolsExt", "cudaEGL", "cudaGL", "cudaVDPAU", "cudaD3D", "opencv", "boost/", "torch/", "ATen/", "c10/", "Eigen/"}

// libraryHeaders begin the names of headers that kernels use functions of, and that are not built in.
var libraryHeaders = []string{"thrust/", "cuda/", "cooperative_groups/", "curand_", "cuda_fp8.h", "cuda_pipeline", "cuda_awbarrier",
	"mma.h", "cute/", "cutlass/", "nvshmem"}

// include reads a header or passes over it: one in quotes is first looked for beside the source.
func (pp *preprocessor) include(hash, d token, rest []token) {
	expanded := rest
	if len(rest) > 0 && rest[0].kind == tIdent {
		expanded = pp.expand(rest)
	}
	name := strings.ReplaceAll(spell(expanded), " ", "")
	if len(expanded) == 1 && expanded[0].kind == tString {
		name = expanded[0].text
	}
	file := strings.Trim(name, `<>"`)
	begins := func(prefix string) bool { return strings.HasPrefix(file, prefix) }
	switch {
	case file == "" || name == file || expanded[0].kind == tIllegal:
		pp.errorf(d.pos, d.end, "#include needs a name in <> or in quotes")
	case pp.host && ownFirst[path.Base(file)] && pp.found(hash, d, rest[len(rest)-1].limit, file):
	case pp.host && helpers[path.Base(file)] != "":
		for _, text := range strings.Fields(helpers[path.Base(file)]) {
			pp.libraryText(d, text)
		}
	case driverHelperHeaders[path.Base(file)] && pp.hostLibrary(d, path.Base(file)):
	case strings.HasPrefix(name, `"`) && pp.found(hash, d, rest[len(rest)-1].limit, file):
	case pp.hostLibrary(d, file):
	case libraries[file] != "":
		pp.library(d, file)
	case builtinHeaders[file], begins("cub/"), courseHeaders[path.Base(file)], slices.ContainsFunc(hostHeaders, begins):
		if !builtinHeaders[file] && !begins("cub/") { // what those declare is there
			if len(pp.headers) == 0 {
				pp.header = d.pos
			}
			pp.headers = append(pp.headers, file)
		}
		if pp.systemHeaders == nil {
			pp.systemHeaders = map[string]bool{}
		}
		pp.systemHeaders[file] = true
	case slices.ContainsFunc(libraryHeaders, begins):
		pp.notef(d.pos, "header %s is not supported: kernels that use it are refused", name)
	case pp.found(hash, d, rest[len(rest)-1].limit, file):
	case pp.unread != "":
		pp.errorf(d.pos, d.end, "header %s is not read: %s", name, pp.unread)
	case pp.read == nil:
		pp.errorf(d.pos, d.end, "header %s is not built in, and files are not read here: paste the parts that the kernels need in the place of this line, or delete it if they need none", name)
	default:
		pp.errorf(d.pos, d.end, "header %s is neither built in nor found: put the file beside the source, or give its folder to nvcc with -I; if the kernels need nothing of it, delete this line", name)
	}
}

// pragma keeps #pragma unroll for the parser; other pragmas do not change what a kernel means.
func (pp *preprocessor) pragma(d token, rest []token) {
	if len(rest) > 0 && rest[0].is("once") && pp.inside != nil {
		pp.once[pp.inside.name] = true
	}
	if len(rest) > 0 && rest[0].is("pack") {
		pp.packing.pragma(pp.expand(rest[1:]))
	}
	if len(rest) > 0 && (rest[0].is("push_macro") || rest[0].is("pop_macro")) {
		pp.pushOrPop(rest[0], rest[1:])
	}
	if len(rest) >= 2 && rest[0].is(sourcePragma) && rest[1].kind == tString && pp.inside == nil {
		pp.nextSource(d, rest[1], rest[2:])
	}
	if pp.host && len(rest) > 1 && rest[0].is("omp") && ompDirectives[rest[1].text] && !(len(rest) > 2 && rest[2].is("for")) {
		t := rest[1]
		t.kind, t.text, t.args = tPragma, "omp "+t.text, pp.expand(rest[2:])
		pp.out = append(pp.out, t)
		return
	}
	if len(rest) == 0 || !words("unroll nounroll")[rest[0].text] {
		return
	}
	t := rest[0]
	t.kind, t.args = tPragma, pp.expand(rest[1:])
	if t.text == "nounroll" {
		t.args = []token{{kind: tNumber, text: "1", pos: t.pos, end: t.end}}
	}
	pp.out = append(pp.out, t)
}

// words is the set of the words of s.
func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
