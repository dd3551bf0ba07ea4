package gpumodel

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"warpbook.dev/internal/tier"
)

// runCub runs a kernel of so many threads, with an array of numbers and one of results.
func runCub(t *testing.T, source, name string, threads Dim3, in []int32, results int) []int32 {
	t.Helper()
	d := arrayOf(t, make([]int32, results))
	l := Launch{Kernel: compile(t, "#include <cub/cub.cuh>\n"+source), Grid: Dim3{1, 1, 1}, Block: threads, Args: []any{d, arrayOf(t, in)}}
	if _, err := Run(t.Context(), card(t, name), l); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return contents(t, d, make([]int32, results)).([]int32)
}

// cubNumbers are numbers of which some are equal.
func cubNumbers(n int) []int32 { return fill(n, func(i int) int32 { return int32(i*7919%1009) - 500 }) }

func sumOf(list []int32) (s int32) {
	for _, x := range list {
		s += x
	}
	return s
}

func TestCubReduce(t *testing.T) {
	const source = `__global__ void k(int *out, const int *in) {
	typedef cub::BlockReduce<int, 40, cub::BLOCK_REDUCE_RAKING, 3> BlockReduce;
	__shared__ typename BlockReduce::TempStorage temp;
	__shared__ cub::WarpReduce<int, 8>::TempStorage small[15];
	int t = threadIdx.y * 40 + threadIdx.x, x = in[t];
	int items[3] = {in[120 + 3 * t], in[121 + 3 * t], in[122 + 3 * t]};
	int sum = BlockReduce(temp).Sum(x);
	__syncthreads();
	int most = BlockReduce(temp).Reduce(x, cub::Max());
	__syncthreads();
	int some = BlockReduce(temp).Sum(x, 77);
	__syncthreads();
	int all = BlockReduce(temp).Sum(items);
	__syncthreads();
	int odd = BlockReduce(temp).Reduce(items, [](int a, int b) { return a ^ b; });
	if (t == 0) { out[0] = sum; out[1] = most; out[2] = some; out[3] = all; out[4] = odd; }
	int part = cub::WarpReduce<int, 8>(small[t / 8]).Sum(x);
	int least = cub::WarpReduce<int, 8>(small[t / 8]).Reduce(x, cub::Min(), 5);
	if (t % 8 == 0) { out[5 + t / 8] = part; out[20 + t / 8] = least; }
}`
	in := cubNumbers(480)
	want := make([]int32, 35)
	want[0], want[1], want[2], want[3] = sumOf(in[:120]), slices.Max(in[:120]), sumOf(in[:77]), sumOf(in[120:])
	for _, x := range in[120:] {
		want[4] ^= x
	}
	for i := range 15 {
		want[5+i], want[20+i] = sumOf(in[8*i:8*i+8]), slices.Min(in[8*i:8*i+5])
	}
	for _, name := range []string{"K20X", "H200"} {
		if diff := gocmp.Diff(want, runCub(t, source, name, Dim3{40, 3, 1}, in, len(want))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestCubScan(t *testing.T) {
	const source = `template <typename T> using Scan = cub::BlockScan<T, 96>;
__global__ void k(int *out, const int *in) {
	__shared__ Scan<int>::TempStorage temp;
	int t = threadIdx.x, x = in[t], y, all, items[4], sums[4];
	Scan<int>(temp).InclusiveSum(x, y, all);
	out[t] = y + all;
	__syncthreads();
	Scan<int>(temp).ExclusiveSum(x, y);
	out[96 + t] = y;
	__syncthreads();
	Scan<int>(temp).InclusiveScan(x, y, cub::Max());
	out[192 + t] = y;
	__syncthreads();
	Scan<int>(temp).ExclusiveScan(x, y, -7, cub::Min());
	out[288 + t] = y;
	__syncthreads();
	for (int i = 0; i < 4; i++) items[i] = in[4 * t + i];
	Scan<int>(temp).ExclusiveSum(items, sums, all);
	for (int i = 0; i < 4; i++) out[384 + 4 * t + i] = sums[i] + all;
	__syncthreads();
	Scan<int>(temp).InclusiveSum(items, items);
	for (int i = 0; i < 4; i++) out[768 + 4 * t + i] = items[i];
	__shared__ cub::WarpScan<int>::TempStorage warps[3];
	cub::WarpScan<int>(warps[t / 32]).ExclusiveSum(x, y, all);
	out[1152 + t] = y + 3 * all;
}`
	in := cubNumbers(384)
	want := make([]int32, 1248)
	least, most := int32(-7), in[0]
	for i := range 96 {
		most = max(most, in[i])
		want[i], want[96+i], want[192+i], want[288+i] = sumOf(in[:i+1])+sumOf(in[:96]), sumOf(in[:i]), most, least
		least = min(least, in[i])
		want[1152+i] = sumOf(in[i/32*32:i]) + 3*sumOf(in[i/32*32:i/32*32+32])
	}
	for i := range in {
		want[384+i], want[768+i] = sumOf(in[:i])+sumOf(in), sumOf(in[:i+1])
	}
	for _, name := range []string{"K20X", "A100"} {
		if diff := gocmp.Diff(want, runCub(t, source, name, Dim3{96, 1, 1}, in, len(want))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestCubLoadStore(t *testing.T) {
	const source = `__global__ void k(int *out, const int *in) {
	typedef cub::BlockLoad<int, 64, 3, cub::BLOCK_LOAD_ALGORITHM> Load;
	typedef cub::BlockStore<int, 64, 3, cub::BLOCK_STORE_ALGORITHM> Store;
	__shared__ union { Load::TempStorage load; Store::TempStorage store; } temp;
	int items[3];
	Load(temp.load).Load(in, items);
	for (int i = 0; i < 3; i++) out[threadIdx.x * 3 + i] = items[i];
	__syncthreads();
	Store(temp.store).Store(out + 192, items);
	__syncthreads();
	Load(temp.load).Load(in, items, 100, -1);
	__syncthreads();
	Store(temp.store).Store(out + 384, items, 150);
}`
	in := cubNumbers(192)
	for _, algorithm := range []string{"DIRECT", "STRIPED", "VECTORIZE", "TRANSPOSE", "WARP_TRANSPOSE"} {
		want := make([]int32, 576)
		for i := range 192 {
			want[i] = in[i]
			if algorithm == "STRIPED" {
				want[i] = in[i/3+i%3*64]
			}
			want[192+i] = in[i]
			switch {
			case i < 100:
				want[384+i] = in[i]
			case i < 150:
				want[384+i] = -1
			}
		}
		if diff := gocmp.Diff(want, runCub(t, strings.ReplaceAll(source, "ALGORITHM", algorithm), "A100", Dim3{64, 1, 1}, in, len(want))); diff != "" {
			t.Errorf("%s: %s", algorithm, diff)
		}
	}
}

func TestCubExchangeAndHistogram(t *testing.T) {
	const source = `__global__ void k(int *out, const int *in) {
	typedef cub::BlockExchange<int, 64, 4> Exchange;
	typedef cub::BlockHistogram<unsigned char, 64, 4, 200, cub::BLOCK_HISTO_ATOMIC> Histogram;
	__shared__ Exchange::TempStorage temp;
	__shared__ Histogram::TempStorage other;
	__shared__ unsigned counts[200];
	int t = threadIdx.x, items[4], moved[4], ranks[4];
	unsigned char bytes[4];
	for (int i = 0; i < 4; i++) { items[i] = in[4 * t + i]; ranks[i] = 255 - 4 * t - i; bytes[i] = (unsigned char)((items[i] + 500) % 200); }
	Exchange(temp).BlockedToStriped(items, moved);
	for (int i = 0; i < 4; i++) out[4 * t + i] = moved[i];
	__syncthreads();
	Exchange(temp).StripedToBlocked(moved);
	for (int i = 0; i < 4; i++) out[256 + 4 * t + i] = moved[i];
	__syncthreads();
	Exchange(temp).BlockedToWarpStriped(items, moved);
	for (int i = 0; i < 4; i++) out[512 + 4 * t + i] = moved[i];
	__syncthreads();
	Exchange(temp).ScatterToBlocked(items, moved, ranks);
	for (int i = 0; i < 4; i++) out[768 + 4 * t + i] = moved[i];
	Histogram(other).Histogram(bytes, counts);
	__syncthreads();
	for (int i = t; i < 200; i += 64) out[1024 + i] = counts[i];
}`
	in := cubNumbers(256)
	want := make([]int32, 1224)
	for i, x := range in {
		t, k := i/4, i%4
		want[i], want[256+i], want[512+i], want[768+i] = in[t+64*k], x, in[t/32*128+t%32+32*k], in[255-i]
		want[1024+(int(x)+500)%200]++
	}
	if diff := gocmp.Diff(want, runCub(t, source, "H200", Dim3{64, 1, 1}, in, len(want))); diff != "" {
		t.Error(diff)
	}
}

func TestCubRadixSort(t *testing.T) {
	tier.Check(t)
	const source = `__global__ void k(int *out, const int *in) {
	typedef cub::BlockRadixSort<KEY, 96, 3, int> Sort;
	__shared__ Sort::TempStorage temp;
	KEY keys[3];
	int values[3], t = threadIdx.x;
	for (int i = 0; i < 3; i++) { keys[i] = (KEY)in[3 * t + i]; values[i] = 3 * t + i; }
	Sort(temp).METHOD(keys, values);
	for (int i = 0; i < 3; i++) out[3 * t + i] = values[i];
	for (int i = 0; i < 3; i++) keys[i] = (KEY)in[3 * t + i];
	__syncthreads();
	__shared__ typename cub::BlockRadixSort<KEY, 96, 3>::TempStorage alone;
	cub::BlockRadixSort<KEY, 96, 3>(alone).METHOD(keys);
	for (int i = 0; i < 3; i++) out[288 + 3 * t + i] = (int)keys[i];
}`
	in := cubNumbers(288)
	for i := range in {
		in[i] /= 5
	}
	for _, key := range []string{"int", "float", "short", "double", "char", "long long"} {
		for _, method := range []string{"Sort", "SortDescending", "SortBlockedToStriped"} {
			places := fill(288, func(i int) int32 { return int32(i) })
			slices.SortStableFunc(places, func(a, b int32) int {
				if method == "SortDescending" {
					return cmp.Compare(in[b], in[a])
				}
				return cmp.Compare(in[a], in[b])
			})
			want := make([]int32, 576)
			for i, p := range places {
				at := i
				if method == "SortBlockedToStriped" {
					at = i%96*3 + i/96
				}
				want[at], want[288+at] = p, in[p]
			}
			got := runCub(t, strings.NewReplacer("KEY", key, "METHOD", method).Replace(source), "A100", Dim3{96, 1, 1}, in, len(want))
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("%s of %s: %s", method, key, diff)
			}
		}
	}
}
