// What the samples of NVIDIA have in helper_image.h for files of pictures and of numbers: text of ours with their names.

// __netpbm reads a binary PGM (one channel) or PPM (three) into bytes of its own.
unsigned char *__netpbm(const char *file, unsigned *w, unsigned *h, unsigned *channels)
{
    FILE *f = fopen(file, "rb");
    if (!f) {
        fprintf(stderr, "__LoadPPM() : Failed to open file: %s\n", file);
        return 0;
    }
    char magic[3] = {0, 0, 0};
    unsigned numbers[3], n = 0;
    fread(magic, 1, 2, f);
    int c = fgetc(f);
    while (n < 3 && c != EOF) {
        if (c == '#') {
            while (c != '\n' && c != EOF) c = fgetc(f);
        } else if (isdigit(c)) {
            for (numbers[n] = 0; isdigit(c); c = fgetc(f)) numbers[n] = 10 * numbers[n] + (c - '0');
            n++; // one white space, which is read, ends the last number
        } else {
            c = fgetc(f);
        }
    }
    if (magic[0] != 'P' || magic[1] != '5' && magic[1] != '6' || n < 3) {
        fprintf(stderr, "__LoadPPM() : File is not a PPM or PGM image\n");
        fclose(f);
        return 0;
    }
    *w = numbers[0];
    *h = numbers[1];
    *channels = magic[1] == '5' ? 1 : 3;
    size_t size = (size_t)*w * *h * *channels;
    unsigned char *data = (unsigned char *)malloc(size);
    if (fread(data, 1, size, f) != size) fprintf(stderr, "__LoadPPM() read data returned error.\n");
    fclose(f);
    return data;
}
bool __saveNetpbm(const char *file, const unsigned char *data, unsigned w, unsigned h, unsigned channels)
{
    FILE *f = fopen(file, "wb");
    if (!f) {
        fprintf(stderr, "__savePPM() : Opening file failed.\n");
        return false;
    }
    fprintf(f, "P%d\n%u\n%u\n255\n", channels == 1 ? 5 : 6, w, h);
    size_t size = (size_t)w * h * channels;
    bool written = fwrite(data, 1, size, f) == size;
    fclose(f);
    return written;
}
template <typename T> bool __loadAs(const char *file, T **data, unsigned *w, unsigned *h, unsigned want, float scale)
{
    unsigned channels = 0;
    unsigned char *bytes = __netpbm(file, w, h, &channels);
    if (!bytes) return false;
    if (channels != want) {
        fprintf(stderr, "__LoadPPM() : %s has %u channels, not %u\n", file, channels, want);
        free(bytes);
        return false;
    }
    size_t n = (size_t)*w * *h * channels;
    if (!*data) *data = (T *)malloc(n * sizeof(T));
    for (size_t i = 0; i < n; i++) (*data)[i] = (T)(scale == 1 ? bytes[i] : bytes[i] * scale);
    free(bytes);
    return true;
}
template <typename T> bool sdkLoadPGM(const char *file, T **data, unsigned *w, unsigned *h)
{
    return __loadAs(file, data, w, h, 1, sizeof(T) == 1 ? 1.0f : 1 / 255.0f);
}
template <typename T> bool sdkLoadPPM(const char *file, T **data, unsigned *w, unsigned *h) { return __loadAs(file, data, w, h, 3, sizeof(T) == 1 ? 1.0f : 1 / 255.0f); }
template <typename T> bool sdkLoadPPM4(const char *file, T **data, unsigned *w, unsigned *h)
{
    T *three = 0;
    if (!sdkLoadPPM(file, &three, w, h)) return false;
    size_t n = (size_t)*w * *h;
    *data = (T *)malloc(n * 4 * sizeof(T));
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) (*data)[4 * i + c] = three[3 * i + c];
        (*data)[4 * i + 3] = 0;
    }
    free(three);
    return true;
}
bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned *w, unsigned *h) { return sdkLoadPPM4<unsigned char>(file, data, w, h); }
template <typename T> bool __saveAs(const char *file, const T *data, unsigned w, unsigned h, unsigned channels)
{
    size_t n = (size_t)w * h * channels;
    unsigned char *bytes = (unsigned char *)malloc(n);
    for (size_t i = 0; i < n; i++) bytes[i] = (unsigned char)(sizeof(T) == 1 ? data[i] : data[i] * 255.0f);
    bool written = __saveNetpbm(file, bytes, w, h, channels);
    free(bytes);
    return written;
}
template <typename T> bool sdkSavePGM(const char *file, T *data, unsigned w, unsigned h) { return __saveAs<T>(file, data, w, h, 1); }
template <typename T> bool sdkSavePPM(const char *file, T *data, unsigned w, unsigned h) { return __saveAs<T>(file, data, w, h, 3); }
bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned w, unsigned h)
{
    size_t n = (size_t)w * h;
    unsigned char *three = (unsigned char *)malloc(n * 3);
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) three[3 * i + c] = data[4 * i + c];
    bool written = __saveNetpbm(file, three, w, h, 3);
    free(three);
    return written;
}

// Files of numbers: as text, and as they lie in memory.
template <typename T> bool sdkReadFile(const char *file, T **data, unsigned *len, bool verbose)
{
    FILE *f = fopen(file, "r");
    if (!f) {
        if (verbose) fprintf(stderr, "sdkReadFile() : Opening file failed.\n");
        return false;
    }
    unsigned n = 0, room = 1024;
    double x;
    T *all = (T *)malloc(room * sizeof(T));
    while (fscanf(f, "%lf", &x) == 1) {
        if (n == room) all = (T *)realloc(all, (room *= 2) * sizeof(T));
        all[n++] = (T)x;
    }
    fclose(f);
    if (*data) {
        if (*len != n) {
            fprintf(stderr, "sdkReadFile() : Initialized memory given but size mismatch with signal read (data read / data init = %u / %u)\n", n, *len);
            free(all);
            return false;
        }
        memcpy(*data, all, n * sizeof(T));
        free(all);
    } else {
        *data = all;
        *len = n;
    }
    return true;
}
template <typename T, typename S> bool sdkWriteFile(const char *file, const T *data, unsigned len, const S epsilon, bool verbose, bool append = false)
{
    FILE *f = fopen(file, append ? "a" : "w");
    if (!f) {
        if (verbose) fprintf(stderr, "sdkWriteFile() : Opening file failed.\n");
        return false;
    }
    if (!append) fprintf(f, "# %g\n", (double)epsilon);
    for (unsigned i = 0; i < len; i++) fprintf(f, "%.*g ", sizeof(T) == 8 ? 17 : 9, (double)data[i]);
    fclose(f);
    return true;
}
void sdkDumpBin(void *data, unsigned bytes, const char *file)
{
    printf("sdkDumpBin: <%s>\n", file);
    FILE *f = fopen(file, "wb");
    if (f) {
        fwrite(data, bytes, 1, f);
        fclose(f);
    }
}

// Comparisons with what a file has, and with one another.
unsigned char *__whole(const char *file, size_t *size)
{
    FILE *f = file ? fopen(file, "rb") : 0;
    if (!f) return 0;
    fseek(f, 0, SEEK_END);
    *size = ftell(f);
    rewind(f);
    unsigned char *data = (unsigned char *)malloc(*size + 1);
    *size = fread(data, 1, *size, f);
    fclose(f);
    return data;
}
template <typename T> bool __compareFiles(const char *a, const char *b, unsigned len, float epsilon, float threshold)
{
    size_t m = 0, n = 0;
    T *x = (T *)__whole(a, &m), *y = (T *)__whole(b, &n);
    if (!x || !y) {
        printf("compareBin2Bin <%s>: unable to open %s file.\n", !x ? a : b ? b : "(none)", !x ? "source" : "reference");
        free(x);
        free(y);
        return false;
    }
    unsigned wrong = 0;
    for (unsigned i = 0; i < len && (i + 1) * sizeof(T) <= m && (i + 1) * sizeof(T) <= n; i++) {
        float d = fabsf((float)x[i] - (float)y[i]);
        if (!(d <= epsilon)) wrong++;
    }
    bool same = m / sizeof(T) >= len && n / sizeof(T) >= len && (threshold == 0 ? wrong == 0 : wrong <= len * threshold);
    if (same) printf("  OK\n");
    else printf("  FAILURE: %u errors...\n", wrong);
    free(x);
    free(y);
    return same;
}
bool sdkCompareBin2BinFloat(const char *a, const char *b, unsigned len, const float epsilon, const float threshold, char *program)
{
    return __compareFiles<float>(a, b, len, epsilon, threshold);
}
bool sdkCompareBin2BinUint(const char *a, const char *b, unsigned len, const float epsilon, const float threshold, char *program)
{
    return __compareFiles<unsigned>(a, b, len, epsilon, threshold);
}
bool __compareImages(const char *a, const char *b, float epsilon, float threshold, unsigned want)
{
    if (!a || !b) {
        fprintf(stderr, "PPMvsPPM: an image is missing\n");
        return false;
    }
    unsigned char *x = 0, *y = 0;
    unsigned w, h, u, v;
    bool same = __loadAs(a, &x, &w, &h, want, 1.0f) && __loadAs(b, &y, &u, &v, want, 1.0f);
    if (same && (w != u || h != v)) {
        fprintf(stderr, "PPMvsPPM: image dimensions do not match: %u x %u and %u x %u\n", w, h, u, v);
        same = false;
    }
    unsigned wrong = 0;
    for (unsigned i = 0; same && i < w * h * want; i++) {
        float d = (float)x[i] - (float)y[i];
        if (d > epsilon || -d > epsilon) wrong++;
    }
    free(x);
    free(y);
    if (!same) return false;
    printf(wrong <= w * h * want * threshold ? "  OK\n" : "  FAILURE: %u errors...\n", wrong);
    return wrong <= w * h * want * threshold;
}
bool sdkComparePPM(const char *a, const char *b, const float epsilon, const float threshold, bool verbose = false) { return __compareImages(a, b, epsilon, threshold, 3); }
bool sdkComparePGM(const char *a, const char *b, const float epsilon, const float threshold, bool verbose = false) { return __compareImages(a, b, epsilon, threshold, 1); }
