#include <cstdio>
#include <cstdlib>
#include <cstring>
int main() {
  FILE *f = fopen("out.txt", "w");
  fprintf(f, "%d %s %.2f\n", 42, "word", 2.5);
  fputs("second line\n", f);
  fclose(f);
  f = fopen("out.txt", "r");
  int n; char w[16], line[64]; double d;
  printf("%d", fscanf(f, "%d %s %lf", &n, w, &d));
  printf(" %d %s %.2f\n", n, w, d);
  fgets(line, 64, f); fgets(line, 64, f);
  printf("[%s] %ld\n", line, ftell(f));
  fseek(f, 0, SEEK_END); long size = ftell(f); rewind(f);
  char *all = (char *)malloc(size + 1);
  printf("%zu %ld\n", fread(all, 1, size, f), size);
  printf("%d\n", fgetc(f) == EOF && feof(f));
  fclose(f);
  printf("%d\n", fopen("missing", "r") == NULL);
}
