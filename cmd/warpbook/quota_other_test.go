//go:build !linux

package main

import "testing"

func quota(t testing.TB, _, _ int) []string {
	t.Skip("needs: Linux, to limit the processor")
	return nil
}
