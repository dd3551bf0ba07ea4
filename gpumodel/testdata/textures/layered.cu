// Layers, faces of a cube and levels: TestLayeredTextures has what the threads read.

texture<float, cudaTextureType2DLayered> sheets;
__global__ void k(float *out, cudaTextureObject_t lines, cudaTextureObject_t images, cudaTextureObject_t cube, cudaTextureObject_t plain) {
	int t = threadIdx.x;
	float x = t % 5 + 0.25f, y = t / 5 % 3 + 0.75f;
	int layer = t / 4 - 1;
	out[8 * t] = tex1DLayered<float>(lines, x, layer);
	out[8 * t + 1] = tex2DLayered<float>(images, x, y, layer);
	out[8 * t + 2] = tex2DLayered(sheets, x, y, layer);
	float3 d = make_float3(t % 3 - 1.0f, t / 3 % 3 - 1.0f, t / 9 % 3 - 1.25f);
	out[8 * t + 3] = texCubemap<float>(cube, d.x, d.y, d.z);
	out[8 * t + 4] = tex2DLod<float>(plain, x, y, 2.0f);
	out[8 * t + 5] = tex2DGrad<float>(plain, x, y, make_float2(1, 0), make_float2(0, 1));
	out[8 * t + 6] = tex2D<float>(plain, x, y);
	out[8 * t + 7] = d.x * 100 + d.y * 10 + d.z;
}
