//go:build race

package main

// raced reports whether the race detector watches the tests.
const raced = true
