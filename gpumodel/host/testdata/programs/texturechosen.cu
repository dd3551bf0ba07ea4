// Texture objects that a kernel chooses between by a condition.
#include <cstdio>

__global__ void both(cudaTextureObject_t even, cudaTextureObject_t odd, float *out)
{
	int i = threadIdx.x, j = 0;
	float first = tex1Dfetch<float>(i < 4 ? even : odd, j++); // j++ counts once, whichever texture is read
	out[i] = tex1Dfetch<float>(i & 1 ? odd : even, i) + 100 * first + 1000 * j;
}

cudaTextureObject_t textureOf(float *numbers, int n)
{
	cudaResourceDesc what = {};
	what.resType = cudaResourceTypeLinear;
	what.res.linear.devPtr = numbers;
	what.res.linear.desc = cudaCreateChannelDesc<float>();
	what.res.linear.sizeInBytes = n * sizeof(float);
	cudaTextureDesc how = {};
	how.readMode = cudaReadModeElementType;
	cudaTextureObject_t texture;
	cudaCreateTextureObject(&texture, &what, &how, nullptr);
	return texture;
}

int main()
{
	float numbers[2][8], got[8], *a, *b, *out;
	for (int i = 0; i < 8; i++) numbers[0][i] = i, numbers[1][i] = 10 + i;
	cudaMalloc(&a, sizeof numbers[0]);
	cudaMalloc(&b, sizeof numbers[1]);
	cudaMalloc(&out, sizeof got);
	cudaMemcpy(a, numbers[0], sizeof numbers[0], cudaMemcpyHostToDevice);
	cudaMemcpy(b, numbers[1], sizeof numbers[1], cudaMemcpyHostToDevice);
	cudaTextureObject_t textures[] = {textureOf(a, 8), textureOf(b, 8)};
	both<<<1, 8>>>(textures[0], textures[1], out);
	cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
	for (float x : got) printf("%g ", x);
	printf("\n");
	for (cudaTextureObject_t t : textures) cudaDestroyTextureObject(t);
	cudaFree(a);
	cudaFree(b);
	cudaFree(out);
}
