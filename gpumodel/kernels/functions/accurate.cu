// Sums eight damped waves with sinf, expf and a division: each is a sequence of instructions.
__global__ void waves_accurate(float *sums, const float *times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = times[i], sum = 0.0f;
    for (int k = 1; k <= 8; k++)
        sum += expf(-k * t) * sinf(k * t) / (k + t);
    sums[i] = sum;
}
