#ifndef OFFSET
#define OFFSET 100
#define FACTOR 7
#endif
