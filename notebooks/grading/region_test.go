package grading

import "testing"

func TestRegion(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"none", "a\nb", "a\nb"},
		{"indented", "f() {\n    // BEGIN SOLUTION\n    x;\n    // END SOLUTION\n}", "f() {\n    stub\n}"},
		{"two", "### BEGIN SOLUTION\na\n### END SOLUTION\nb\n\t// BEGIN SOLUTION\n// END SOLUTION", "stub\nb\n\tstub"},
		{"open", "// BEGIN SOLUTION\na", ""},
		{"nested", "// BEGIN SOLUTION\n// BEGIN SOLUTION\n// END SOLUTION", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := solutions.cut(test.text, "stub")
			if (err != nil) != (test.want == "") || err == nil && got != test.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
