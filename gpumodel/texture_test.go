package gpumodel_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/memory"
)

// newTexture is an array of the values as a texture.
func newTexture(t *testing.T, d DType, modes TextureModes, values []float64, shape ...int) *Texture {
	t.Helper()
	a, err := NewArrayFunc(d, func(i int) float64 { return values[i] }, shape...)
	if err != nil {
		t.Fatal(err)
	}
	texture, err := NewTexture(a, modes)
	if err != nil {
		t.Fatal(err)
	}
	return texture
}

// arrayOfFloats is an array of coordinates.
func arrayOfFloats(values []float64) *Array {
	a, err := NewArrayFunc(Float32, func(i int) float64 { return values[i] }, len(values))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return a
}

const fetches = `texture<float, 1> row;
texture<float, 2, cudaReadModeElementType> plane;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> grey;
texture<float4, 2> rgba;
__global__ void fetch(float *out, const float *x, const float *y) { int i = threadIdx.x; out[i] = tex1Dfetch(row, (int)x[i]); }
__global__ void line(float *out, const float *x, const float *y) { int i = threadIdx.x; out[i] = tex1D(row, x[i]); }
__global__ void area(float *out, const float *x, const float *y) { int i = threadIdx.x; out[i] = tex2D(plane, x[i], y[i]); }
__global__ void shade(float *out, const float *x, const float *y) { int i = threadIdx.x; out[i] = tex2D(grey, x[i], y[i]); }
__global__ void colour(float *out, const float *x, const float *y) {
	int i = threadIdx.x;
	float4 c = tex2D(rgba, x[i], y[i]);
	out[i] = c.x + 10 * c.y + 100 * c.z + 1000 * c.w;
}
__device__ float at(cudaTextureObject_t t, float x, float y) { return tex2D<float>(t, x, y); }
__global__ void object(float *out, const float *x, const float *y, cudaTextureObject_t t) {
	int i = threadIdx.x;
	out[i] = at(t, x[i], y[i]);
}
__global__ void numbers(int *out, const float *x, cudaTextureObject_t t, cudaTextureObject_t u, cudaTextureObject_t v) {
	int i = threadIdx.x;
	int2 p = tex1Dfetch<int2>(t, i);
	out[i] = p.x - p.y + (int)tex1D<unsigned char>(u, x[i]) + (int)tex1Dfetch<short>(v, i);
}`

// TestFetches compares fetches with values worked out by hand from the formulas of
// the CUDA C Programming Guide 3.2, appendix E.
func TestFetches(t *testing.T) {
	plane := []float64{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23} // 3 rows of 4
	modes := func(a memory.AddressMode, linear, normalized bool) TextureModes {
		return TextureModes{Address: a, Linear: linear, Normalized: normalized}
	}
	line := []float64{5, 7, 11, 13}
	none := math.NaN()
	for _, c := range []struct {
		name, kernel, ref string
		texture           *Texture
		x, y, want        []float64
	}{
		{"fetch", "fetch", "row", newTexture(t, Float32, TextureModes{}, line, 4), []float64{0, 3, 4, -1}, nil, []float64{5, 13, 0, 0}},
		{"clamp", "line", "row", newTexture(t, Float32, TextureModes{}, line, 4), []float64{0, 0.99, 1, 3.5, 4, 100, -0.1, -7}, nil, []float64{5, 5, 7, 13, 13, 13, 5, 5}},
		{"border", "line", "row", newTexture(t, Float32, modes(memory.Border, false, false), line, 4), []float64{0, 3.9, 4, -0.1}, nil, []float64{5, 13, 0, 0}},
		{"wrap", "line", "row", newTexture(t, Float32, modes(memory.Wrap, false, true), line, 4),
			[]float64{0, 0.25, 0.999, 1, 1.5, -0.25, -1}, nil, []float64{5, 7, 13, 5, 11, 13, 5}},
		{"mirror", "line", "row", newTexture(t, Float32, modes(memory.Mirror, false, true), line, 4),
			[]float64{0, 0.9, 1.1, 1.9, 2.1, -0.1, -0.3}, nil, []float64{5, 13, 13, 5, 5, 5, 7}},
		// x_B = x - 0.5; between 5 and 7 at 1: 6; at 0.75 a quarter of the way: 5.5.
		{"linear", "line", "row", newTexture(t, Float32, modes(memory.Clamp, true, false), line, 4),
			[]float64{0.5, 1, 0.75, 2, 3.5, 4, 0, -3}, nil, []float64{5, 6, 5.5, 9, 13, 13, 5, 5}},
		// The weight 0.6 is 153.6/256, kept as 154/256: 5 + 2*154/256.
		{"weights of 8 bits", "line", "row", newTexture(t, Float32, modes(memory.Clamp, true, false), line, 4),
			[]float64{1.1}, nil, []float64{5 + 2*154.0/256}},
		{"linear border", "line", "row", newTexture(t, Float32, modes(memory.Border, true, false), line, 4),
			[]float64{0, 4, 4.5}, nil, []float64{2.5, 6.5, 0}},
		{"linear wrap", "line", "row", newTexture(t, Float32, modes(memory.Wrap, true, true), line, 4), []float64{0, 1}, nil, []float64{9, 9}},
		{"linear mirror", "line", "row", newTexture(t, Float32, modes(memory.Mirror, true, true), line, 4), []float64{0, 1}, nil, []float64{5, 13}},
		{"plane", "area", "plane", newTexture(t, Float32, TextureModes{}, plane, 3, 4),
			[]float64{0, 3.5, 2, 9}, []float64{0, 1.2, 2.9, -3}, []float64{0, 13, 22, 3}},
		{"normalized plane", "area", "plane", newTexture(t, Float32, modes(memory.Wrap, false, true), plane, 3, 4),
			[]float64{0.5, 1.25, -0.25}, []float64{0.5, -0.1, 1.4}, []float64{12, 21, 13}},
		// (1.5, 1) is half way between columns 1 and... x_B = 1, y_B = 0.5: half of 1 and half of 11.
		{"bilinear", "area", "plane", newTexture(t, Float32, modes(memory.Clamp, true, false), plane, 3, 4),
			[]float64{1.5, 2, 1.75}, []float64{1, 1.5, 1.25}, []float64{6, 11.5, 1.25 + 7.5}},
		{"grey", "shade", "grey", newTexture(t, UInt8, TextureModes{Fractions: true}, []float64{0, 51, 102, 255}, 2, 2),
			[]float64{0, 1, 0, 1}, []float64{0, 0, 1, 1}, []float64{0, 0.2, 0.4, 1}},
		{"bilinear grey", "shade", "grey", newTexture(t, UInt8, TextureModes{Fractions: true, Linear: true}, []float64{0, 51, 102, 255}, 2, 2),
			[]float64{1}, []float64{1}, []float64{0.4}}, // (0 + 51 + 102 + 255) / 4 / 255
		{"rgba", "colour", "rgba", newTexture(t, Float32, TextureModes{Channels: 4}, []float64{1, 2, 3, 4, 5, 6, 7, 8}, 1, 2, 4),
			[]float64{0, 1}, []float64{0, 0}, []float64{4321, 8765}},
		{"object", "object", "", newTexture(t, Float32, TextureModes{}, plane, 3, 4), []float64{1, 2}, []float64{2, 1}, []float64{21, 12}},
		{"not a number", "line", "row", newTexture(t, Float32, TextureModes{}, line, 4), []float64{none, math.Inf(1), math.Inf(-1)}, nil, []float64{5, 13, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := modeltest.Compile(t, fetches).Module.Kernel(c.kernel)
			n := len(c.x)
			y := c.y
			if y == nil {
				y = make([]float64, n)
			}
			out, _ := NewArray(Float32, n)
			args := []any{out, arrayOfFloats(c.x), arrayOfFloats(y)}
			if c.ref == "" {
				args = append(args, c.texture)
			} else if err := k.Module.Bind(c.ref, c.texture); err != nil {
				t.Fatal(err)
			}
			launchOne(t, k, 1, n, Auto, args...)
			want := make([]float64, n)
			for i, x := range c.want {
				want[i] = float64(float32(x))
			}
			if diff := cmp.Diff(want, values(out)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestFetchIntegers: integers come as they are, narrow ones with their sign.
func TestFetchIntegers(t *testing.T) {
	k := modeltest.Compile(t, fetches).Module.Kernel("numbers")
	out, _ := NewArray(Int32, 2)
	pairs := newTexture(t, Int32, TextureModes{Channels: 2}, []float64{100, 1, 200, 2}, 2, 2)
	bytes := newTexture(t, UInt8, TextureModes{}, []float64{250, 7}, 2)
	shorts := newTexture(t, Int16, TextureModes{}, []float64{-1000, 1000}, 2)
	launchOne(t, k, 1, 2, Auto, out, arrayOfFloats([]float64{0, 1}), pairs, bytes, shorts)
	if diff := cmp.Diff([]float64{99 + 250 - 1000, 198 + 7 + 1000}, values(out)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

const columns = `texture<float, 2> tex;
__global__ void fetched(float *out, int n) {
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++) sum += tex2D(tex, k, row);
	out[row] = sum;
}
__global__ void loaded(float *out, int n, const float *a) {
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++) sum += a[row * n + k];
	out[row] = sum;
}`

// TestColumnWalk: threads that each walk along a row of their own read a column of
// the array at a time. Global memory has a transaction for each thread; of a
// texture each line of 32 bytes is fetched once and serves 8 steps.
func TestColumnWalk(t *testing.T) {
	const n = 64
	a, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i % 7) }, n, n)
	if err != nil {
		t.Fatal(err)
	}
	texture, err := NewTexture(a, TextureModes{})
	if err != nil {
		t.Fatal(err)
	}
	m := modeltest.Compile(t, columns).Module
	if err := m.Bind("tex", texture); err != nil {
		t.Fatal(err)
	}
	run := func(kernel string, args ...any) (*Result, []float64) {
		out, _ := NewArray(Float32, n)
		r, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: m.Kernel(kernel), Grid: Dim3{1, 1, 1}, Block: Dim3{n, 1, 1},
			Args: append([]any{out, int64(n)}, args...)})
		if err != nil {
			t.Fatal(err)
		}
		return r, values(out)
	}
	fetched, sums := run("fetched")
	loaded, same := run("loaded", a)
	if diff := cmp.Diff(same, sums); diff != "" {
		t.Errorf("sums differ (-loaded +fetched):\n%s", diff)
	}
	for _, c := range []struct {
		r    *Result
		name string
		want float64
	}{
		{loaded, "gld_transactions", n * n},
		{fetched, "gld_transactions", 0},
		{fetched, "inst_executed_tex_ops", n * n / 32},
		{fetched, "tex0_cache_sector_queries", n * n},
		{fetched, "tex_cache_miss", n * n / 8},
		{fetched, "tex_cache_hit_rate", 87.5},
		{fetched, "dram_read_bytes", n * n * 4},
		{loaded, "dram_read_bytes", n * n * 32},
	} {
		got, err := c.r.Counters.Get(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s of %s is %v, want %v", c.name, c.r.Kernel.Name, got, c.want)
		}
	}
	t.Logf("fetched %.3g s, loaded %.3g s", fetched.Time, loaded.Time)
}

const chase = `texture<int> next;
__global__ void chase(int *out, int n) {
	int i = 0;
	for (int k = 0; k < n; k++) i = tex1Dfetch(next, i);
	out[0] = i;
}`

// TestTextureLatency chases a pointer through textures that fit the first cache,
// the second one, and none: each fetch takes the latency of what holds it.
func TestTextureLatency(t *testing.T) {
	d := modeltest.GTX280(t)
	k := modeltest.Compile(t, chase).Module.Kernel("chase")
	clocks := func(kb, stride int) float64 {
		n := kb << 10 / 4
		a, err := NewArrayFunc(Int32, func(i int) float64 { return float64((i + stride) % n) }, n)
		if err != nil {
			t.Fatal(err)
		}
		texture, err := NewTexture(a, TextureModes{})
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Module.Bind("next", texture); err != nil {
			t.Fatal(err)
		}
		time := func(steps int) float64 {
			out, _ := NewArray(Int32, 1)
			r, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1}, Args: []any{out, int64(steps)}})
			if err != nil {
				t.Fatal(err)
			}
			return r.Time
		}
		round := n / stride // steps once through the texture
		return (time(3*round) - time(2*round)) / float64(round) * d.ClockMHz * 1e6
	}
	l1, l2, dram := clocks(2, 8), clocks(32, 8), clocks(4096, 64)
	t.Logf("%.0f, %.0f and %.0f clocks", l1, l2, dram)
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"a hit", l1, float64(d.TextureHitClocks)}, {"a hit in L2", l2, float64(d.TextureL2HitClocks)},
		{"a miss", dram, float64(d.TextureLatencyClocks)}} {
		if c.got < c.want-1 || c.got > c.want+10 { // a lookup, and times in whole picoseconds
			t.Errorf("%s takes %.0f clocks, want %.0f and a little", c.name, c.got, c.want)
		}
	}
}

const gather = `texture<float> tex;
__global__ void copy(float *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = tex1Dfetch(tex, i); }
__global__ void same(float *out) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	#pragma unroll
	for (int k = 0; k < 64; k++) sum += tex1Dfetch(tex, threadIdx.x + k);
	out[i] = sum;
}`

// TestTextureSampled: a sample of a large launch counts what all of it would, and
// is as fast: a copy through a texture reads each byte once, over the memory bus.
func TestTextureSampled(t *testing.T) {
	const blocks, threads = 4096, 256
	n := blocks * threads
	a, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i) }, n)
	if err != nil {
		t.Fatal(err)
	}
	texture, err := NewTexture(a, TextureModes{})
	if err != nil {
		t.Fatal(err)
	}
	m := modeltest.Compile(t, gather).Module
	if err := m.Bind("tex", texture); err != nil {
		t.Fatal(err)
	}
	run := func(kernel string) *Result {
		out, _ := NewArray(Float32, n)
		r, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: m.Kernel(kernel), Grid: Dim3{blocks, 1, 1},
			Block: Dim3{threads, 1, 1}, Args: []any{out}, Mode: Sample})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run("copy")
	for name, want := range map[string]float64{
		"tex_requests": float64(n) / 32, "tex_cache_miss": float64(n) / 8, "dram_read_bytes": 4 * float64(n), "inst_bytes_requested": 8 * float64(n),
	} {
		if got, err := r.Counters.Get(name); err != nil || got != want {
			t.Errorf("%s is %v, want %v (%v)", name, got, want, err)
		}
	}
	if got, most := r.GBps(), r.Device.BandwidthGBps(); got > most || got < most/2 {
		t.Errorf("a copy through a texture has %.1f GB/s of %.1f", got, most)
	}
	// 64 fetches that hit for each 4 bytes written: 8 a clock and TPC.
	r = run("same")
	if r.Bound() != BoundTexture {
		t.Errorf("the bound is %s, want %s: %v", r.Bound(), BoundTexture, r.Bounds)
	}
	if want := float64(64*n) / 8 / 10 / 602e6; math.Abs(r.Bounds[0].Time/want-1) > 1e-9 {
		t.Errorf("the bound is %v s, want %v s", r.Bounds[0].Time, want)
	}
	t.Logf("same: %.3g s, bound %.3g s", r.Time, r.Bounds[0].Time)
}

// TestTextureOfWrittenArray: a launch that may write the array it fetches from is
// refused, whatever the texture's dimensions; through a pointer to const it cannot.
func TestTextureOfWrittenArray(t *testing.T) {
	m := modeltest.Compile(t, `texture<float> row;
texture<float, 2> plane;
struct S { float *p; };
__device__ float kept[32];
__global__ void fetch(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x] + tex1Dfetch(row, threadIdx.x); }
__global__ void line(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x] + tex1D(row, threadIdx.x); }
__global__ void area(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x] + tex2D(plane, threadIdx.x, 0); }
__global__ void member(S s, const float *b) { s.p[threadIdx.x] = b[threadIdx.x] + tex1Dfetch(row, threadIdx.x); }
__global__ void object(float *a, cudaTextureObject_t t) { a[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); }
__global__ void variable(float *a) { kept[threadIdx.x] = a[threadIdx.x] = tex1Dfetch(row, threadIdx.x); }
__global__ void reads(float *a) { a[threadIdx.x] = kept[threadIdx.x] + tex1Dfetch(row, threadIdx.x); }`).Module
	row := newTexture(t, Float32, TextureModes{}, make([]float64, 32), 32)
	plane := newTexture(t, Float32, TextureModes{}, make([]float64, 32), 1, 32)
	symbol, err := m.Symbol("kept")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := NewTexture(symbol, TextureModes{})
	if err != nil {
		t.Fatal(err)
	}
	other := modeltest.Zeros(t, Float32, 32)
	for _, c := range []struct {
		kernel  string
		texture *Texture
		args    []any
		through string // what is refused; empty is nothing
	}{
		{"fetch", row, []any{row.Array, other}, "argument float* a"},
		{"fetch", row, []any{other, row.Array}, ""},
		{"line", row, []any{row.Array, other}, "argument float* a"},
		{"area", plane, []any{plane.Array, other}, "argument float* a"},
		{"area", plane, []any{other, plane.Array}, ""},
		{"member", row, []any{row.Array, other}, "argument float* s.p"},
		{"object", row, []any{row.Array, row}, "argument float* a"},
		{"object", row, []any{other, row}, ""},
		{"variable", kept, []any{other}, "the variable kept"},
		{"variable", row, []any{other}, ""},
		{"reads", kept, []any{other}, ""},
	} {
		if c.kernel != "object" {
			name := map[bool]string{true: "plane", false: "row"}[c.texture == plane]
			if err := m.Bind(name, c.texture); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: m.Kernel(c.kernel), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: c.args})
		switch {
		case c.through == "" && err != nil:
			t.Errorf("%s: %v", c.kernel, err)
		case c.through != "" && (err == nil || !strings.Contains(err.Error(), "may write its array through "+c.through+",")):
			t.Errorf("%s: error %v, want one that names %s", c.kernel, err, c.through)
		}
	}
}

// TestTexture3D reads textures of three dimensions, against the formulas of the CUDA C Programming Guide 3.2,
// appendix E, on values that are a product of one for each axis.
func TestTexture3D(t *testing.T) {
	k := modeltest.Compile(t, `texture<float, cudaTextureType3D> volume;
__global__ void k(float *out, const float *x, cudaTextureObject_t t, cudaTextureObject_t u) {
	int i = threadIdx.x;
	float a = x[i], b = x[i + 32], c = x[i + 64];
	out[i] = tex3D<float>(t, a, b, c);
	float2 v = tex3D<float2>(u, a / 5, b / 4, c / 3);
	out[i + 32] = v.x + 1000 * v.y;
	out[i + 64] = tex3D(volume, a, b, c);
}`)
	const width, height, depth = 5, 4, 3
	values := make([]float64, 2*width*height*depth)
	at := func(x, y, z int) float64 { return float64((x + 1) * (2*y + 1) * (4*z + 3)) }
	for i := range width * height * depth {
		values[2*i] = at(i%width, i/width%height, i/(width*height))
		values[2*i+1] = float64(i)
	}
	single := make([]float64, width*height*depth)
	for i := range single {
		single[i] = values[2*i]
	}
	coordinates := make([]float64, 96)
	for i := range 32 {
		coordinates[i], coordinates[32+i], coordinates[64+i] = float64(i)*0.25-1, float64(i%7)*0.5+0.25, float64(i%5)-0.5
	}
	linear := newTexture(t, Float32, TextureModes{Linear: true, Address: memory.Border}, single, depth, height, width)
	wrapped := newTexture(t, Float32, TextureModes{Channels: 2, Normalized: true, Address: memory.Wrap}, values, depth, height, width, 2)
	clamped := newTexture(t, Float32, TextureModes{}, single, depth, height, width)
	if err := k.Module.Bind("volume", clamped); err != nil {
		t.Fatal(err)
	}
	out := modeltest.Zeros(t, Float32, 96)
	r, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
		Args: []any{out, arrayOfFloats(coordinates), linear, wrapped}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Counted.Stats.Textures.Requests; got != 3 {
		t.Errorf("%d requests, want 3", got)
	}
	inside := func(i, n int) int { return min(max(i, 0), n-1) }
	for i := range 32 {
		p := [3]float64{coordinates[i], coordinates[32+i], coordinates[64+i]}
		size := [3]int{width, height, depth}
		var low, near, around [3]int
		var weight [3]float64
		for d := range p {
			low[d] = int(math.Floor(p[d] - 0.5))
			weight[d] = math.Round((p[d]-0.5-float64(low[d]))*256) / 256
			near[d] = inside(int(math.Floor(p[d])), size[d])
			around[d] = (int(math.Floor(float64(float32(p[d])/float32(size[d]))*float64(size[d]))) + size[d]) % size[d]
		}
		want := 0.0
		for corner := range 8 {
			share, value, outside := 1.0, [3]int{}, false
			for d := range p {
				bit := corner >> d & 1
				value[d] = low[d] + bit
				outside = outside || value[d] < 0 || value[d] >= size[d]
				if bit == 1 {
					share *= weight[d]
				} else {
					share *= 1 - weight[d]
				}
			}
			if !outside {
				want += share * at(value[0], value[1], value[2])
			}
		}
		if got := out.At(i); math.Abs(got-want) > 1e-4*math.Abs(want) {
			t.Errorf("linear at %v: %g, want %g", p, got, want)
		}
		n := (around[2]*height+around[1])*width + around[0]
		if got := out.At(32 + i); got != values[2*n]+1000*values[2*n+1] {
			t.Errorf("wrapped at %v: %g, want %g", p, got, values[2*n]+1000*values[2*n+1])
		}
		if got, want := out.At(64+i), at(near[0], near[1], near[2]); got != want {
			t.Errorf("nearest at %v: %g, want %g", p, got, want)
		}
	}
}
