// goto leads into the bodies of loops that nothing else enters, or that have no trip.
#include <cstdio>
int skipped(int x) { goto in; while (0) { in: x += 2; if (x > 100) break; if (x > 50) continue; x *= 3; } return x; }
int none(int x) { int i; if (x > 3) goto mid; for (i = 0; i < 0; i++) { x = 0; mid: x += 5; } return x; }
int behind(int x) { if (x & 1) goto in; return 1; do { x++; in: x += 10; } while (0); return x; }
int returned(int x) { if (x & 1) goto in; return 1; for (int i; 0;) { in: x += 10; } return x; }
int back(int n) { for (; 0;) { again: n++; } if (n < 10) goto again; return n; }
int folded(int n) { int z = 0, kept = n * 7; for (; z;) { again: n++; } if (n < 10) goto again; return n + kept; }
int main() {
    int n = 0;
    goto in;
    for (; 0;) { n = 1; in: n += 2; printf("in\n"); }
    for (int i = 0; i < 60; i += 7) printf("%d: %d %d %d %d %d %d\n", i, skipped(i), none(i), behind(i), returned(i), back(i), folded(i));
    printf("%d\n", n);
}
