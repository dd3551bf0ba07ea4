// Packed structs, and what asks for an alignment, lie as gcc lays them out.
#include <cstdio>
#include <cstddef>
#include <cstring>
#pragma pack(push)
#pragma pack(1)
typedef struct { unsigned short a; unsigned int b; unsigned short c; } H;
#pragma pack(pop)
#pragma pack(push, 2)
struct T { char a; double b; };
#pragma pack(pop)
struct N { char a; double b; };
struct __attribute__((packed)) P { char a; int b; short c; };
struct Q { char a; long b; } __attribute__((packed));
typedef struct { char a; int b; } __attribute__((packed, aligned(8))) R;
struct __attribute__((aligned(32))) S { char a; };
struct V { int x; } __attribute__((aligned(16)));
template <class U> struct __attribute__((packed)) W { char a; U b; };
#pragma pack(1)
template <class U> struct X { char a; U b; };
#pragma pack()
union __attribute__((packed)) Y { char a[5]; int b; };
struct Outer { char c; P p; int z; };
namespace behind {
struct E { char a; int b; int size() { return sizeof(E); } } __attribute__((packed));
struct V { int x; } __attribute__((aligned(16)));
typedef struct { char a; double d; } __attribute__((packed, aligned(4))) T;
template <class U> struct W { char a; U b; } __attribute__((packed));
#pragma pack(16)
struct F { char a; double b; };
#pragma pack(1)
#pragma pack(3)
struct G { char a; double b; };
#pragma pack(0)
struct H { char a; double b; };
class C { char a; short b; public: C() : a(1), b(2) {} int sum() const { return a + b; } } __attribute__((__packed__));
struct A1 { char a; alignas(16) int b; char c; };
struct A2 { char a; alignas(8) float b; int bits : 3; };
struct __attribute__((packed)) A3 { char a; alignas(4) int b; short c; };
struct A4 { alignas(32) char x, y; };
}
int main() {
  printf("%zu %zu %zu %zu %zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(H), sizeof(T), sizeof(N), sizeof(P), sizeof(Q), sizeof(R), sizeof(S), sizeof(V), sizeof(W<int>), sizeof(X<double>), sizeof(Y), sizeof(Outer));
  printf("%zu %zu %zu %zu\n", offsetof(H, b), offsetof(H, c), offsetof(T, b), offsetof(Outer, p));
  unsigned char raw[8] = {0x42, 0x4d, 1, 2, 3, 4, 5, 6}; H h; memcpy(&h, raw, sizeof h);
  printf("%x %x %x\n", h.a, h.b, h.c); h.b++; H g = h; Outer o[2]; o[1].p.b = 7; o[1].p.c = 9; o[0].p = o[1].p; printf("%x %d %d\n", g.b, o[0].p.b, o[0].p.c);
  printf("%zu %d %zu %zu %zu %zu %zu %zu %zu %d\n", sizeof(behind::E), behind::E().size(), sizeof(behind::V), sizeof(behind::T), sizeof(behind::W<long>), sizeof(behind::F), sizeof(behind::G), sizeof(behind::H), sizeof(behind::C), behind::C().sum());
  printf("%zu %zu %zu %zu %zu\n", sizeof(behind::A1), sizeof(behind::A2), sizeof(behind::A3), sizeof(behind::A4), alignof(behind::A4));
}
