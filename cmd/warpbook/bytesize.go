package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// A byteSize is a flag such as 2GB. Its default may stand in the environment, since
// who starts a notebook kernel through Jupyter gives it no flags.
type byteSize int64

// byteUnits are powers of 1000 and, with an i, of 1024.
var byteUnits = []struct {
	name  string
	bytes float64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

func (s *byteSize) Set(text string) error {
	number, unit := strings.TrimSpace(text), 1.0
	for _, u := range byteUnits {
		if n, ok := strings.CutSuffix(strings.ToLower(number), strings.ToLower(u.name)); ok {
			number, unit = strings.TrimSpace(n), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !(n*unit >= 1 && n*unit < math.MaxInt64) {
		return fmt.Errorf("got %q, want a number of bytes such as 500MB or 2GB", text)
	}
	*s = byteSize(n * unit)
	return nil
}

func (s *byteSize) String() string {
	for _, u := range byteUnits {
		if n := float64(*s) / u.bytes; n >= 1 && n < 10_000 && n == math.Trunc(n) {
			return fmt.Sprintf("%g%s", n, u.name)
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// fromEnvironment takes the value of a variable, if it is set.
func (s *byteSize) fromEnvironment(variable string) error {
	text := os.Getenv(variable)
	if text == "" {
		return nil
	}
	if err := s.Set(text); err != nil {
		return fmt.Errorf("%s: %w", variable, err)
	}
	return nil
}
