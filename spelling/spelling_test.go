package spelling

import (
	"fmt"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kernel", "kernel", 0}, {"kernle", "kernel", 1}, {"krnel", "kernel", 1}, {"sdat", "sdata", 1},
		{"žluť", "zlut", 2}, {"kitten", "sitting", 3}} {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := Distance(tt.b, tt.a); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}

func ExampleNearest() {
	fmt.Println(Nearest("sweeep", []string{"swap", "sweep", "sum"}))
	fmt.Printf("%q\n", Nearest("x", []string{"swap", "sweep", "sum"}))
	// Output:
	// sweep
	// ""
}

func ExampleOrder() {
	fmt.Println(Order("c2050", []string{"GTX 280", "H200", "Tesla C2050"}))
	// Output: [Tesla C2050 H200 GTX 280]
}

func TestNearestPrefersWhatIsTyped(t *testing.T) {
	names := []string{"a", "add", "time", "times", "max", "max_abs_diff", "block_size"}
	for name, want := range map[string]string{"ad": "add", "time_ms": "time", "tims": "time", "max_abs_dif": "max_abs_diff",
		"block_siz": "block_size", "time_ms_of": "time", "xx": ""} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
