// Radix sort of keys of all kinds, with values and alone: upwards, downwards, and to striped places.
//
// templates: int, 0; int, 1; int, 2; float, 0; float, 1; float, 2; short, 0; short, 1; short, 2; double, 0; double, 1; double, 2; char, 0; char, 1; char, 2; long long, 0; long long, 1; long long, 2
// sizes: 288
// block: 96
// grid: 1
// in: (i * 7919 % 1009 - 500) / 5
// out[576]: 0
// cards: A100

#include <cub/cub.cuh>
template <typename KEY, int METHOD> __global__ void k(int *out, const int *in) {
	typedef cub::BlockRadixSort<KEY, 96, 3, int> Sort;
	__shared__ typename Sort::TempStorage temp;
	KEY keys[3];
	int values[3], t = threadIdx.x;
	for (int i = 0; i < 3; i++) { keys[i] = (KEY)in[3 * t + i]; values[i] = 3 * t + i; }
	if constexpr (METHOD == 0) Sort(temp).Sort(keys, values);
	if constexpr (METHOD == 1) Sort(temp).SortDescending(keys, values);
	if constexpr (METHOD == 2) Sort(temp).SortBlockedToStriped(keys, values);
	for (int i = 0; i < 3; i++) out[3 * t + i] = values[i];
	for (int i = 0; i < 3; i++) keys[i] = (KEY)in[3 * t + i];
	__syncthreads();
	__shared__ typename cub::BlockRadixSort<KEY, 96, 3>::TempStorage alone;
	cub::BlockRadixSort<KEY, 96, 3> sort(alone);
	if constexpr (METHOD == 0) sort.Sort(keys);
	if constexpr (METHOD == 1) sort.SortDescending(keys);
	if constexpr (METHOD == 2) sort.SortBlockedToStriped(keys);
	for (int i = 0; i < 3; i++) out[288 + 3 * t + i] = (int)keys[i];
}
