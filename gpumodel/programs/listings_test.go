package programs

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/published"
)

var lectures = flag.String("lectures", "", "the folder of the lectures' texts, from which TestListings cuts the listings as they are printed")

// A listing is a kernel as a lecture prints it. The text of a slide loses brackets, dots and underscores on
// its way out of the PDF: the repairs put them back, and change nothing else.
type listing struct {
	name    string
	seed    string   // number of the lecture
	from    string   // its first words; before the last of them where there are several
	until   string   // the words behind it
	repairs []string // what is printed, what it stands for, …; each is needed
	program string   // the built-in program of the same task: arguments, grid and reference are its
	kernel  string
	run     Run
	size    string // of the published figure
	card    string // "" for the GTX 280
	before  string // what the listing calls, and the slide leaves out
}

var ofSlides = []string{"</pre>", ""}

var listings = []listing{
	{"naive transpose", "000", "__global__ void mtran(", "```", nil, "transpose/naive", "mtran", Run{N: 4000}, "4000", "", ""},
	{"copy", "000", "__global__ void mtran(", "```", []string{"odata[x*n + y]", "odata[y*n + x]"}, "transpose/copy", "mtran", Run{N: 4000}, "4000", "", ""},
	{"both strided", "000", "__global__ void mtran(", "```", []string{"idata[y*n + x]", "idata[x*n + y]"}, "transpose/both_strided", "mtran", Run{N: 4000}, "4000", "", ""},
	{"tiled transpose", "000", "__global__ void mtran_coalesced(", "```", slide000, "transpose/tiled", "mtran_coalesced", Run{N: 4000}, "4000", "", ""},
	{"tiled transpose, 2024", "001", "__global__ void mtran_coalesced(", "```", slide001, "transpose/tiled", "mtran_coalesced", Run{N: 4000}, "4000", "", ""},
	{"padded transpose", "000", "__global__ void mtran_coalesced(", "```", with(slide000, "tile[TILE_DIM][TILE_DIM]", "tile[TILE_DIM][TILE_DIM + 1]"), "transpose/padded", "mtran_coalesced", Run{N: 4000}, "4000", "", ""},
	{"padded, 512", "000", "__global__ void mtran_coalesced(", "```", with(slide000, "tile[TILE_DIM][TILE_DIM]", "tile[TILE_DIM][TILE_DIM + 1]"), "transpose/padded", "mtran_coalesced", Run{N: 3584}, "multiple of 512", "", ""},
	{"diagonal transpose", "000", "__global__ void mtran_coalesced(", "```", with(slide000, "tile[TILE_DIM][TILE_DIM]", "tile[TILE_DIM][TILE_DIM + 1]",
		"blockIdx.x", "blockIdx_x", "blockIdx.y", "blockIdx_y",
		"int n)\n{", "int n)\n{\nint blockIdx_y = blockIdx.x;\nint blockIdx_x = (blockIdx.x+blockIdx.y) % gridDim.x;\n"), "transpose/diagonal", "mtran_coalesced", Run{N: 3968}, "multiple of 128", "", ""},
	{"naive product", "000", "__global__ void mmul(float *A, float *B, float *C, int n){\n    int x", "```\n\n→", []string{"```\n\n```", ""}, "matmul/naive", "mmul", Run{N: 1024}, "", "", ""},
	{"naive product, 2009", "004", "__global__ void mmul(float *A, float *B, float *C, int n){ int x", "Povšimněte",
		[]string{"blockldx", "blockIdx", "threadldx", "threadIdx", "t mp", "tmp"}, "matmul/naive", "mmul", Run{N: 1024}, "", "", ""},
	{"tiled product", "000", "__global__ void mmul(float *A, float *B, float *C, int n){\n int bx", "  イ", []string{
		"Idx.x:", "Idx.x;", "bv = blockIdx.v:", "by = blockIdx.y;", "As BLOCK BLOCK;", "As[BLOCK][BLOCK];", "0.0f:", "0.0f;", "syncthreads():", "syncthreads();"},
		"matmul/tiled", "mmul", Run{N: 1024}, "", "", ""},
	{"tiled product, 2024", "001", "__global__ void mmul(float *A, float *B, float *C, int n){\n int bx", "  イ", []string{
		"Idx.x:", "Idx.x;", "bv = blockIdx.v:", "by = blockIdx.y;", "Bs BLOCK BLOCK ;", "Bs[BLOCK][BLOCK];", "0.0f:", "0.0f;"},
		"matmul/tiled", "mmul", Run{N: 1024}, "", "", ""},
	{"tiled product, 2009", "004", "_global__ void mmul(float *A, float *B, float *C, int n){ int bx", " S ■", []string{
		"_global__", "__global__", "blockldx", "blockIdx", "threadldx", "threadIdx", "BLOCK.SIZE", "BLOCK_SIZE", "BL0CK", "BLOCK", "O.Of", "0.0f",
		"by*BLOCK)", "by*BLOCK_SIZE)", "] Csub ;", "] = Csub; }", "BLOCK_SIZE", "BLOCK"},
		"matmul/tiled", "mmul", Run{N: 1024}, "", "", ""},
	{"tiled product, lecture 21", "002", "02 __global__ void matrixMulKernel(", "```", numbered, "matmul/tiled", "matrixMulKernel",
		Run{N: 1024, Defines: map[string]string{"TILE_WIDTH": "16"}}, "-", "H200", ""},
	{"coarsened product, lecture 21", "002", "#define TILE_WIDTH    32", "```\n\n\n\nWhen", []string{
		"int width)\n", "int width) {\n", "```\n\n```", "", "        __syncthreads();\n    }\n\n", "        __syncthreads();\n    }\n}\n"},
		"matmul/coarsened", "matrixMulKernel", Run{N: 1024, Block: gpumodel.Dim3{X: 32, Y: 32, Z: 1}}, "-", "H200", ""},
	{"sum in one launch, 2009", "004", "_device__ unsigned int count = 0;", "BOBBI", []string{
		"_device__", "__device__", ".shared.,", "__shared__", "_global__", "__global__", "threadldx", "threadIdx", "blockldx", "blockIdx",
		"x = 0)", "x == 0)", "atomiclnc", "atomicInc", "(value = (gridDim.x — 1))", "(value == (gridDim.x - 1))", "count = 0; }", "count = 0; } } }"},
		"reduce/last_block", "sum", Run{N: 1 << 20}, "-", "", blockSums},
}

// blockSums are the two functions that the sum in one launch calls.
const blockSums = `
__device__ float blockSum(float x)
{
	__shared__ float s[THREADS];
	s[threadIdx.x] = x;
	for (int half = THREADS / 2; half > 0; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half)
			s[threadIdx.x] += s[threadIdx.x + half];
	}
	return s[0];
}
__device__ float calculatePartialSum(const float *array, unsigned int N)
{
	float sum = 0;
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < N; i += gridDim.x * THREADS)
		sum += array[i];
	return blockSum(sum);
}
__device__ float calculateTotalSum(volatile float *result)
{
	float sum = 0;
	for (int i = threadIdx.x; i < gridDim.x; i += THREADS)
		sum += result[i];
	return blockSum(sum);
}
`

// numbered takes the numbers of the lines away, and the last brace, which closes nothing.
var numbered = func() (repairs []string) {
	repairs = append(repairs, "\n31 }", "")
	for n := 3; n <= 30; n++ {
		repairs = append(repairs, fmt.Sprintf("\n%02d", n), "\n")
	}
	return append(repairs, "02 __global__", "__global__")
}()

var (
	slide000 = with(ofSlides, "blockIdx y", "blockIdx.y", "threadIdx y", "threadIdx.y", "v = blockIdx x", "y = blockIdx.x", "TILE DIM", "TILE_DIM", "threadIdx v:", "threadIdx.y;")
	slide001 = with(ofSlides, "TILE DIM", "TILE_DIM", "threadIdx.x:", "threadIdx.x;", "index out = x + v*n:", "index_out = x + y*n;", "threadIdx y", "threadIdx.y", "threadIdx x", "threadIdx.x")
)

func with(repairs []string, more ...string) []string {
	return append(repairs[:len(repairs):len(repairs)], more...)
}

// cut is the listing's text.
func (l *listing) cut(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(*lectures, l.seed+"_*.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("-lectures %s has %d texts of lecture %s, want one (%v)", *lectures, len(files), l.seed, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(data), l.from)
	text, _, ended := strings.Cut(text, l.until)
	if !found || !ended {
		t.Fatalf("lecture %s has no %q … %q", l.seed, l.from, l.until)
	}
	text = l.from + text
	for i := 0; i < len(l.repairs); i += 2 {
		if !strings.Contains(text, l.repairs[i]) {
			t.Errorf("the repair of %q has nothing to repair", l.repairs[i])
		}
		text = strings.ReplaceAll(text, l.repairs[i], l.repairs[i+1])
	}
	return text
}

// TestListings runs the kernels that the lectures print, and not the built-in programs: their results are
// right, their time is that of the program of the same task, and the lecture's within what TestPublished
// allows. The lectures are not ours to store: -lectures names the folder with their texts.
func TestListings(t *testing.T) {
	if *lectures == "" {
		t.Skip("a command of its own: go test ./gpumodel/programs -run Listings -lectures FOLDER -v")
	}
	for _, l := range listings {
		t.Run(l.name, func(t *testing.T) {
			builtIn, err := Find(l.program)
			if err != nil {
				t.Fatal(err)
			}
			card := modeltest.Card(t, cmp.Or(l.card, "GTX 280"))
			printed := *builtIn
			printed.Name, printed.Source, printed.entry.Kernel = "listing/"+l.name, l.before+l.cut(t), l.kernel
			small := l.run
			small.N, small.Check = 256*max(1, l.run.N/4096), gpumodel.Full // a side of a matrix, or a vector
			if _, err := printed.Run(t.Context(), card, small); err != nil {
				t.Fatalf("%v\n%s", err, printed.Source)
			}
			got, err := printed.Run(t.Context(), card, l.run)
			if err != nil {
				t.Fatal(err)
			}
			want := runProgramOn(t, card, l.program, l.run)
			ratio := float64(got.Time) / float64(want.Time)
			t.Logf("%.4g s, built in %.4g s: %.3f", got.Time, want.Time, ratio)
			if math.Abs(ratio-1) > 0.10 { // the statements of some are in another order
				t.Errorf("the listing takes %.3f of the time of %s", ratio, l.program)
			}
			rate := got.GBps()
			if strings.HasPrefix(l.program, "matmul/") {
				rate = got.GFLOPs()
			}
			for _, row := range published.Rows() {
				if row.Family+"/"+row.Program == l.program && row.Size == l.size && row.Kind == "measured" && !strings.Contains(row.Block, "1x128") {
					t.Logf("%.1f %s, printed %.1f: %.2f", rate, row.Unit, row.Figure, rate/row.Figure)
					if math.Abs(rate/row.Figure-1) > 0.25 {
						t.Errorf("%.1f %s, the lecture prints %.1f", rate, row.Unit, row.Figure)
					}
				}
			}
		})
	}
}
