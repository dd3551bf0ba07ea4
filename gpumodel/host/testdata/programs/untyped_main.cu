// main without a type, which nvcc takes for int, and what programs do with what they read from the keyboard: a wrong number is passed over.
#include <cstdio>
#include <iostream>
#include <limits>

using namespace std;

__global__ void twice(int *a) { *a *= 2; }

main()
{
    int n = 0;
    for (int tries = 0; tries < 2 && !(cin >> n); tries++) {
        cout << "not a number" << endl;
        cin.clear();
        cin.ignore(numeric_limits<streamsize>::max(), '\n');
    }
    std::streamsize width = cout.width(6);
    std::streamoff behind = cin.gcount();
    cout << n << " " << width << " " << behind << endl;
    int *a;
    cudaMallocManaged(&a, sizeof(int));
    *a = 21;
    twice<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    printf("%d\n", *a);
    cudaFree(a);
}
