package gpumodel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// wmmaTile multiplies one tile, twice the elements of A that x[i] reaches and three times those of the sum.
const wmmaTile = `#include <mma.h>
using namespace nvcuda;
__global__ void k(SUM *d, const MEMORY *a, const MEMORY *b, const SUM *c) {
	wmma::fragment<wmma::matrix_a, SHAPE, NUMBER, wmma::LA> fa;
	wmma::fragment<wmma::matrix_b, SHAPE, NUMBER, wmma::LB> fb;
	wmma::fragment<wmma::accumulator, SHAPE, SUM> fc, fd;
	wmma::load_matrix_sync(fa, a, LDA);
	wmma::load_matrix_sync(fb, b, LDB);
	wmma::load_matrix_sync(fc, c, LDC, wmma::mem_LC);
	for (int i = 0; i < fa.num_elements; i++) fa.x[i] = fa.x[i] + fa.x[i];
	wmma::mma_sync(fd, fa, fb, fc);
	for (int i = 0; i < fd.num_elements; i++) fd.x[i] = (SUM)3 * fd.x[i];
	wmma::store_matrix_sync(d, fd, LDC, wmma::mem_LC);
}`

// TestWMMAFragments: every kind of fragment, by rows and by columns, gives the product of the matrices.
func TestWMMAFragments(t *testing.T) {
	shapes := [][3]int{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}
	for _, c := range []struct {
		number, memory, sum string
		dtype, sumType      DType
		least, most         int
		shapes              [][3]int
		cards               string
	}{
		{"half", "half", "float", Float16, Float32, -8, 8, shapes[1:], "RTX 2080 Ti A100 H200"},
		{"half", "half", "float", Float16, Float32, -8, 8, shapes[:1], "V100 RTX 2080 Ti A100"},
		{"half", "half", "half", Float16, Float16, -2, 2, shapes[1:], "RTX 2080 Ti A100"},
		{"half", "half", "half", Float16, Float16, -2, 2, shapes[:1], "V100 A100"},
		{"__nv_bfloat16", "__nv_bfloat16", "float", UInt16, Float32, -8, 8, shapes, "A100 H200"},
		{"wmma::precision::tf32", "float", "float", Float32, Float32, -8, 8, [][3]int{{16, 16, 8}}, "A100 H200"},
		{"double", "double", "double", Float64, Float64, -8, 8, [][3]int{{8, 8, 4}}, "A100 RTX 3090"},
		{"signed char", "signed char", "int", Int8, Int32, -60, 60, shapes, "RTX 2080 Ti A100 H200"},
		{"unsigned char", "unsigned char", "int", UInt8, Int32, 0, 120, shapes, "RTX 2080 Ti A100"},
	} {
		for _, shape := range c.shapes {
			cards := splitCards(c.cards)
			for _, mode := range tier.Sample(t, []int{0, 1, 2, 3, 4, 5, 6, 7}, tier.Pick(1, 2, 8)) {
				testTile(t, c.number, c.memory, c.sum, c.dtype, c.sumType, c.least, c.most, shape, mode, cards[mode%len(cards):][:1])
			}
		}
	}
}

func testTile(t *testing.T, number, memory, sum string, dtype, sumType DType, least, most int, shape [3]int, mode int, cards []string) {
	m, n, k := shape[0], shape[1], shape[2]
	layout := func(bit int) string {
		if mode>>bit&1 != 0 {
			return "col_major"
		}
		return "row_major"
	}
	// A leading dimension beyond the tile's own, as that of a larger matrix.
	lead := func(bit, rows, columns int) int {
		if mode>>bit&1 != 0 {
			return rows + 16
		}
		return columns + 16
	}
	place := func(bit, ld, row, column int) int {
		if mode>>bit&1 != 0 {
			return column*ld + row
		}
		return row*ld + column
	}
	lda, ldb, ldc := lead(0, m, k), lead(1, k, n), lead(2, m, n)
	source := strings.NewReplacer("SHAPE", fmt.Sprintf("%d, %d, %d", m, n, k), "NUMBER", number, "MEMORY", memory, "SUM", sum,
		"LA", layout(0), "LB", layout(1), "LC", layout(2)).Replace(
		strings.NewReplacer("LDA", fmt.Sprint(lda), "LDB", fmt.Sprint(ldb), "LDC", fmt.Sprint(ldc)).Replace(wmmaTile))
	value := func(i int) int { return least + i*37%101%(most-least+1) }
	for _, name := range cards {
		stored := func(x int) float64 {
			if dtype == UInt16 { // the upper half of a float
				return float64(math.Float32bits(float32(x)) >> 16)
			}
			return float64(x)
		}
		a, _ := NewArrayFunc(dtype, func(i int) float64 { return stored(value(i)) }, 48*48)
		b, _ := NewArrayFunc(dtype, func(i int) float64 { return stored(value(i + 11)) }, 48*48)
		c, _ := NewArrayFunc(sumType, func(i int) float64 { return float64(value(i + 29)) }, 48*48)
		d := zeros(t, sumType, 48*48)
		l := Launch{Kernel: compile(t, source), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{d, a, b, c}}
		if _, err := Run(t.Context(), card(t, name), l); err != nil {
			t.Fatalf("%s %v on %s: %v", number, shape, name, err)
		}
		for row := range m {
			for column := range n {
				want := c.At(place(2, ldc, row, column))
				for i := range k {
					want += float64(2 * value(place(0, lda, row, i)) * value(place(1, ldb, i, column)+11))
				}
				if got := d.At(place(2, ldc, row, column)); got != 3*want {
					t.Fatalf("%s %v, layouts %03b on %s: element (%d, %d) is %g, want %g", number, shape, mode, name, row, column, got, 3*want)
				}
			}
		}
	}
}
