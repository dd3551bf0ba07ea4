#include <iostream>
#include <vector>
#include <string>
#include <algorithm>
#include <iomanip>
#include "helper_cuda.h"
using namespace std;
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
int main() {
  std::vector<float> v(1000, 1.5f);
  vector<int> w;
  for (int i = 0; i < 10; i++) w.push_back(10 - i);
  sort(w.begin(), w.end());
  int left = 3;
  string s = "hello";
  s += " world";
  float *d;
  checkCudaErrors(cudaMallocManaged(&d, 1000 * sizeof(float)));
  cudaMemcpy(d, v.data(), 1000 * sizeof(float), cudaMemcpyHostToDevice);
  k<<<4, 256>>>(d, 1000);
  checkCudaErrors(cudaDeviceSynchronize());
  cout << s << " " << left << ' ' << d[999] << " " << w[0] << w[9] << setw(8) << fixed << setprecision(3) << 2.5 << std::endl;
  for (auto x : w) cout << x << ",";
  cout << "\n" << s.substr(2, 3) << to_string(42) << endl;
  return 3;
}
