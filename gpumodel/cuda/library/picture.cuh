// What the programs of "CUDA by Example" have in cpu_bitmap.h, cpu_anim.h and gpu_anim.h: text of ours with their names. There is no
// window here. A picture is written to bitmap.ppm, and an animation has three ticks.

void __picture(const unsigned char *rgba, int w, int h)
{
    FILE *f = fopen("bitmap.ppm", "wb");
    if (!f) {
        fprintf(stderr, "there is no display, and bitmap.ppm cannot be written: the picture of %d x %d is not shown\n", w, h);
        return;
    }
    fprintf(f, "P6\n%d %d\n255\n", w, h);
    unsigned char *line = (unsigned char *)malloc(3 * w);
    for (int y = h - 1; y >= 0; y--) { // OpenGL begins at the bottom
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++) line[3 * x + c] = rgba[4 * (y * w + x) + c];
        fwrite(line, 3, w, f);
    }
    free(line);
    fclose(f);
    fprintf(stderr, "there is no display: the picture of %d x %d is in bitmap.ppm\n", w, h);
}
const int __ticks = 3;

struct CPUBitmap {
    unsigned char *pixels;
    int x, y;
    void *dataBlock;
    void (*bitmapExit)(void *);
    CPUBitmap(int width, int height, void *d = 0) : x(width), y(height), dataBlock(d), bitmapExit(0) { pixels = new unsigned char[width * height * 4]; }
    ~CPUBitmap() { delete[] pixels; }
    unsigned char *get_ptr() const { return pixels; }
    long image_size() const { return x * y * 4; }
    void display_and_exit(void (*f)(void *) = 0)
    {
        __picture(pixels, x, y);
        if (dataBlock && f) f(dataBlock);
        exit(0);
    }
};

struct CPUAnimBitmap {
    unsigned char *pixels;
    int width, height;
    void *dataBlock;
    void (*clickDrag)(void *, int, int, int, int);
    CPUAnimBitmap(int w, int h, void *d = 0) : width(w), height(h), dataBlock(d), clickDrag(0) { pixels = new unsigned char[w * h * 4]; }
    ~CPUAnimBitmap() { delete[] pixels; }
    unsigned char *get_ptr() const { return pixels; }
    long image_size() const { return width * height * 4; }
    void click_drag(void (*f)(void *, int, int, int, int)) { clickDrag = f; }
    void anim_and_exit(void (*f)(void *, int), void (*e)(void *))
    {
        for (int tick = 1; tick <= __ticks; tick++) f(dataBlock, tick);
        __picture(pixels, width, height);
        if (e) e(dataBlock);
        exit(0);
    }
};

struct GPUAnimBitmap {
    int width, height;
    void *dataBlock;
    void (*clickDrag)(void *, int, int, int, int);
    GPUAnimBitmap(int w, int h, void *d = 0) : width(w), height(h), dataBlock(d), clickDrag(0) {}
    long image_size() const { return width * height * 4; }
    void click_drag(void (*f)(void *, int, int, int, int)) { clickDrag = f; }
    void free_resources() {}
    void anim_and_exit(void (*f)(uchar4 *, void *, int), void (*e)(void *))
    {
        uchar4 *pixels;
        unsigned char *picture = new unsigned char[width * height * 4];
        cudaMalloc(&pixels, image_size());
        for (int tick = 1; tick <= __ticks; tick++) f(pixels, dataBlock, tick);
        if (cudaMemcpy(picture, pixels, image_size(), cudaMemcpyDeviceToHost) == cudaSuccess) __picture(picture, width, height);
        cudaFree(pixels);
        delete[] picture;
        if (e) e(dataBlock);
        exit(0);
    }
};
