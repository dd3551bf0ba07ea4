// What the samples of NVIDIA have in helper_string.h beside arguments: text of ours with its names.

#define EXIT_WAIVED 2
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(TO, SIZE, FROM) strcpy(TO, FROM)
#define FOPEN(FILE_, NAME, MODE) (FILE_ = fopen(NAME, MODE))
#define FOPEN_FAIL(RESULT) ((RESULT) == 0)
#define SSCANF sscanf
#define SPRINTF sprintf
// sdkFindFilePath is the path of a file of a sample: beside the program, in a folder data there or further up.
char *sdkFindFilePath(const char *file, const char *program)
{
    const char *folders[] = {"./", "./data/", "../data/", "../../data/", "../../../data/", "../../../Common/data/", "../../Common/data/", "../Common/data/",
                             "../../../../Common/data/", "inc/", "src/", "common/", "Common/"};
    if (!file) return 0;
    for (int i = 0; i < (int)(sizeof(folders) / sizeof(folders[0])); i++) {
        size_t n = strlen(folders[i]) + strlen(file) + 1;
        char *path = (char *)malloc(n);
        strcpy(path, folders[i]);
        strcat(path, file);
        FILE *f = fopen(path, "rb");
        if (f) {
            fclose(f);
            return path;
        }
        free(path);
    }
    printf("\nerror: sdkFindFilePath: file <%s> not found!\n", file);
    return 0;
}
int getFileExtension(char *file, char **extension)
{
    char *dot = strrchr(file, '.');
    *extension = dot ? dot + 1 : 0;
    return dot ? (int)(dot - file) + 1 : 0;
}
