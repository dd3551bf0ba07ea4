// Bfloat16 on the host: a float whose lower half is 0.
#pragma once

struct __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __nv_bfloat16(float x) {
    unsigned u = bits_as<unsigned>(x);
    bits = (u + 0x7fff + (u >> 16 & 1)) >> 16;
  }
  operator float() const { return bits_as<float>((unsigned)bits << 16); }
  __nv_bfloat16 operator+(__nv_bfloat16 o) const { return (float)*this + (float)o; }
  __nv_bfloat16 operator*(__nv_bfloat16 o) const { return (float)*this * (float)o; }
  __nv_bfloat16 &operator+=(__nv_bfloat16 o) { return *this = *this + o; }
};
struct __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162 operator*(__nv_bfloat162 o) const { return {x * o.x, y * o.y}; }
};
