package plotting

import (
	"image/color"
	"math"
	"strings"
	"testing"
)

// Text has the contrast of WCAG's level AA on every ground that it stands on, light and dark, and
// lines are told from a dark ground.
func TestContrast(t *testing.T) {
	ground := darkColors[0].dark
	for _, c := range darkColors[1:3] {
		if contrast(c.light, white) < 4.5 || contrast(c.dark, ground) < 4.5 {
			t.Errorf("text: %s on white has the contrast %.2f, %s on the dark ground %.2f", hex(c.light), contrast(c.light, white),
				hex(c.dark), contrast(c.dark, ground))
		}
	}
	grounds := append([]color.RGBA{}, palette...)
	for i := range 101 {
		grounds = append(grounds, heatColor(float64(i)/100), tintColor(float64(i)/100))
	}
	for _, c := range grounds {
		if got := contrast(readableOn(c), c); got < 4.5 {
			t.Errorf("text on %s has the contrast %.2f", hex(c), got)
		}
	}
	for _, c := range append(append([]color.RGBA{}, palette...), statePalette...) {
		for _, d := range darkColors {
			if c == d.light {
				c = d.dark
			}
		}
		if got := contrast(c, ground); got < 3 {
			t.Errorf("%s on the dark ground has the contrast %.2f", hex(c), got)
		}
	}
	for _, c := range darkColors {
		for _, other := range append(grounds, groundInk, groundWhite) {
			if c.light == other && other != palette[len(palette)-1] {
				t.Errorf("%s turns into %s also where it stands on a colour", hex(c.light), hex(c.dark))
			}
		}
	}
}

// Seven states, the first with three shades, differ in lightness (CIE L*, 0 to 100): a grey print tells them apart.
func TestStatesDifferInGrey(t *testing.T) {
	const least = 100.0 / 7 / 2 // half of what equal steps would be
	states := &Timeline{States: []State{{Name: "a"}, {Like: "a"}, {Like: "a"}, {Like: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}}
	colors := states.stateColors()
	lightness := func(c color.RGBA) float64 { return 116*math.Cbrt(luminance(c)) - 16 }
	for i, c := range colors {
		for _, other := range colors[:i] {
			if got := math.Abs(lightness(c) - lightness(other)); got < least {
				t.Errorf("%s and %s differ by %.1f in lightness, want %.1f", hex(c), hex(other), got, least)
			}
		}
	}
}

// A drawing has rules for the colours that are in it, and for no others.
func TestDarkStyle(t *testing.T) {
	for drawing, want := range map[string][]string{
		`<path fill='#fff' d='M0 0'/>`:            {`.warpbook [fill='#fff']{fill:light-dark(#fff,#16191f)}`, `.vscode-dark`},
		`<path fill='none' stroke='#666'/>`:       {`.warpbook [stroke='#666']{stroke:light-dark(#666,`},
		`<path fill='#0072b2' stroke='#0072b2'/>`: nil,
		`<path fill='#222' stroke='#e4e4e4'/>`:    {`fill:light-dark(#222`, `stroke:light-dark(#e4e4e4`},
	} {
		got := darkStyle(drawing)
		if (got == "") != (want == nil) {
			t.Errorf("%s: %q", drawing, got)
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %s in %q", drawing, w, got)
			}
		}
		if n := strings.Count(got, "light-dark("); want != nil && n != strings.Count(strings.Join(want, " "), "light-dark(") {
			t.Errorf("%s: %d rules in %q", drawing, n, got)
		}
	}
}
