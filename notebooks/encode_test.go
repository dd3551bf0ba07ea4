package notebook

import "testing"

// The right-hand sides are what Python 3 prints for json.dumps(json.loads(…)).
func TestNumbersAsPythonWritesThem(t *testing.T) {
	for s, want := range map[string]string{
		"0": "0", "-7": "-7", "123456789012345678901234567890": "123456789012345678901234567890",
		"0.00001": "1e-05", "0.0000027035482252563413": "2.7035482252563413e-06", "1e-4": "0.0001", "0.0001": "0.0001", "9.9e-5": "9.9e-05",
		"1e3": "1000.0", "2.50": "2.5", "-0.0": "-0.0", "1E15": "1000000000000000.0", "1e16": "1e+16", "12345678901234567.0": "1.2345678901234568e+16",
		"1e22": "1e+22", "5e-324": "5e-324",
	} {
		if got := number(s); got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
}
