// Function pointers that are cast, options, threads that run in order.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <getopt.h>
#include <pthread.h>
struct Data { int n; };
void frame(Data *d, int t) { d->n += t; printf("frame %d\n", d->n); }
void done(Data *d) { printf("done %d\n", d->n); }
void run(void (*f)(void *, int), void (*e)(void *), void *d) { for (int i = 1; i < 4; i++) f(d, i); if (e) e(d); }
int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void *work(void *p) { Data *d = (Data *)p; d->n *= 2; return (void *)(long)(d->n + 1); }
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main()
{
    Data d = {5};
    run((void (*)(void *, int))frame, (void (*)(void *))done, &d);
    run((void (*)(void *, int))frame, NULL, &d);
    int a[] = {5, 3, 9, -1, 7};
    qsort(a, 5, sizeof(int), less);
    for (int x : a) printf("%d ", x);
    int key = 7;
    int *found = (int *)bsearch(&key, a, 5, sizeof(int), less);
    printf("%d\n", (int)(found - a));
    char *args[] = {(char *)"prog", (char *)"-a", (char *)"file", (char *)"-bvalue", (char *)"--size=12", (char *)"--verbose", (char *)"-c", (char *)"x", (char *)"more", NULL};
    static struct option longs[] = {{"size", required_argument, 0, 's'}, {"verbose", no_argument, 0, 'v'}, {0, 0, 0, 0}};
    int c, index;
    while ((c = getopt_long(9, args, "ab:c:", longs, &index)) != -1) printf("%c %s|", c, optarg ? optarg : "-");
    for (int i = optind; i < 9; i++) printf(" %s", args[i]);
    puts("");
    pthread_t t[3];
    Data all[3] = {{1}, {2}, {3}};
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, &all[i]);
    for (int i = 0; i < 3; i++) { void *r; pthread_join(t[i], &r); pthread_mutex_lock(&lock); printf("%d %ld\n", all[i].n, (long)r); pthread_mutex_unlock(&lock); }
}
