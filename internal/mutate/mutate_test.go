package mutate

import "testing"

// TestText: a seed gives the same text again, seeds give many texts, and a text without words stays one.
func TestText(t *testing.T) {
	const text = "int main() { return 7 + x; } // end\n"
	m := New([]string{text, "other words"})
	all := map[string]bool{}
	for seed := range uint64(100) {
		got := m.Seeded(seed).Text(text)
		if again := m.Seeded(seed).Text(text); again != got {
			t.Errorf("seed %d gives %q, then %q", seed, got, again)
		}
		all[got] = true
	}
	if len(all) < 50 {
		t.Errorf("100 seeds give %d texts", len(all))
	}
	for _, odd := range []string{"", "\x00", "\xff\xfe", "\"", "\n\n"} {
		for seed := range uint64(100) {
			m.Seeded(seed).Text(odd) // no panic
		}
	}
}
