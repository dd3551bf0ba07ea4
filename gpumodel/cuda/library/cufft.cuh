// The types of cuFFT, which kernels fill and read; the library itself is for the host.
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
