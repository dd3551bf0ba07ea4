package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
)

// TestFastLocal: arrays in local memory are the same on both paths, whether all lanes ask for the same place or not.
func TestFastLocal(t *testing.T) {
	module, err := Compile("k.cu", `
__global__ void k(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int words[9]; signed char bytes[12]; long long longs[4]; short halves[7]; float4 vectors[3];
    for (int j = 0; j < 9; j++) words[(j * n + 1) % 9] = data[i] + j;
    for (int j = 0; j < 12; j++) bytes[(i + j) % 12] = j * 3 - n;
    for (int j = 0; j < 4; j++) longs[(j + n) & 3] = (long long)data[i] << (j * 9);
    for (int j = 0; j < 7; j++) halves[(j + n) % 7] = i - j * 1000;
    for (int j = 0; j < 3; j++) vectors[(j + n) % 3] = make_float4(i, j, n, i * j);
    int sum = 0;
    if (i % 3) for (int j = 0; j < n; j++) words[j % 9] += bytes[j % 12];
    else words[i % 9] -= halves[i % 7];
    for (int j = 0; j < n; j++) sum += words[j % 9] * 3 + bytes[(j + i) % 12] + (int)(longs[j & 3] >> 7) + halves[(j + 2) % 7] + (int)vectors[(j + i) % 3].w;
    data[i] = sum;
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := speedCase{"k", Dim3{3, 1, 1}, Dim3{80, 1, 1}, func() []any { return []any{filled(Int32, 240, below(1000)), int64(5)} }}
	for _, d := range oneOfEach() {
		t.Run(d.Name, func(t *testing.T) { bothPaths(t, c, d, module) })
	}
}
