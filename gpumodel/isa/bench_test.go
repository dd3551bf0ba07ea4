package isa

import "testing"

// BenchmarkLower lowers the product with two rows per thread, unrolled.
func BenchmarkLower(b *testing.B) {
	d := gtx280(b)
	f := build(b, d, source(b, "matmul/two_outputs"))
	for b.Loop() {
		if _, err := Lower(b.Context(), f, d); err != nil {
			b.Fatal(err)
		}
	}
}
