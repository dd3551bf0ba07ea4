// The Mandelbrot set as a picture: writes mandelbrot.pgm, which most viewers of images show, and prints a small one.
//
//     warpbook run notebooks/examples/programs/2-mandelbrot.cu
#include <cstdio>
#include <vector>

__global__ void mandelbrot(unsigned char *pixels, int width, int height)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = -2.2f + 3.2f * px / width, cy = -1.2f + 2.4f * py / height, x = 0, y = 0;
    int steps = 0;
    for (; steps < 255 && x * x + y * y < 4; steps++) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
    }
    pixels[py * width + px] = steps;
}

int main()
{
    const int width = 256, height = 192;
    std::vector<unsigned char> pixels(width * height);
    unsigned char *d_pixels;
    cudaMalloc(&d_pixels, pixels.size());
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    mandelbrot<<<grid, block>>>(d_pixels, width, height);
    cudaMemcpy(pixels.data(), d_pixels, pixels.size(), cudaMemcpyDeviceToHost);
    cudaFree(d_pixels);
    FILE *f = fopen("mandelbrot.pgm", "wb");
    if (f) {
        fprintf(f, "P5\n%d %d\n255\n", width, height);
        fwrite(pixels.data(), 1, pixels.size(), f);
        fclose(f);
    }
    for (int y = 0; y < height; y += 12) {
        for (int x = 0; x < width; x += 4) putchar(" .:-=+*#%@"[pixels[y * width + x] * 9 / 255]);
        putchar('\n');
    }
    return 0;
}
