package cell

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// deepValues are values whose whole text nobody can make; DEEP is how deep some of them are.
var deepValues = map[string]string{
	"deep list":     "x = []\nfor i in range(DEEP):\n    x = [x]",
	"deep tuple":    "x = ()\nfor i in range(DEEP):\n    x = (x,)",
	"deep dict":     "x = {}\nfor i in range(DEEP):\n    x = {1: x}",
	"wide":          "x = [1]\nfor i in range(10):\n    x = [x] * 1000",
	"deep and wide": "x = [1]\nfor i in range(1000):\n    x = [x, x]",
}

// Whatever has no end of text is cut where a person reads it, and refused where a
// program would use it.
func TestTextsHaveABudget(t *testing.T) {
	defer func(whole, shown textBudget) { wholeText, shownText = whole, shown }(wholeText, shownText)
	wholeText.bytes = tier.Pick(1<<16, 1<<18, 1<<20)
	shownText.bytes = wholeText.bytes
	tooLong := fmt.Sprintf("longer than %d MB", wholeText.bytes>>20)
	depth := fmt.Sprint(tier.Pick(10_000, 100_000, 1_000_000))
	for name, makes := range deepValues {
		t.Run(name, func(t *testing.T) {
			s := New()
			if _, o := runCell(s, 1, strings.ReplaceAll(makes, "DEEP", depth)); o.Error != nil {
				t.Fatal(o.Error)
			}
			for _, shows := range []string{"x", "print(x)", "display(x)", "%who", "%whos", "page(x)", "?x", "fail(x)", "assert False, x",
				"x.append"} {
				out, o := endingCell(t, s, 2, shows)
				text := out.stdout.String()
				switch {
				case o.Error != nil:
					text = o.Error.Value
				case len(o.Payload) > 0:
					text = o.Payload[0]["data"].(map[string]any)["text/plain"].(string)
				case out.result != nil:
					text = out.result.Data["text/plain"].(string)
				case len(out.bundles) > 0:
					text = out.bundles[0].Data["text/plain"].(string)
				}
				if shows != "x.append" && !strings.Contains(text, "…") {
					t.Errorf("%s shows %d bytes, not cut: %.60q", shows, len(text), text)
				}
			}
			for _, uses := range []string{"str(x)", "repr(x)", "f'{x}'", "f'{x!r:10}'", "'{}'.format(x)", "'%s' % [x]", "'%r' % (x,)", "JSON(x)"} {
				_, o := endingCell(t, s, 3, uses)
				if o.Error == nil || !strings.Contains(o.Error.Value, "nested more than 200 deep") && !strings.Contains(o.Error.Value, tooLong) {
					t.Errorf("%s: %+v, want an error that says why", uses, o.Error)
				}
			}
			if list, err := s.Variables(0); err != nil || len(list) == 0 || !strings.Contains(list[len(list)-1].Value, "…") {
				t.Errorf("the panel of variables says %v, %v", list, err)
			}
			if _, o := runCell(s, 4, "x = None\n6 * 7"); o.Error != nil {
				t.Error(o.Error)
			}
		})
	}
}

// What is nested as programs nest is whole.
func TestModestValuesAreWhole(t *testing.T) {
	s := New()
	_, o := runCell(s, 1, "x = 1\nfor i in range(200):\n    x = [x]\nassert str(x) == '[' * 200 + '1' + ']' * 200\nassert len(repr('a' * 10000000)) == 10000002")
	if o.Error != nil {
		t.Error(o.Error)
	}
}
