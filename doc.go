// Package warpbook is the root of the module: it holds the test that keeps the
// rooms apart. DESIGN.md tells what each room is for.
package warpbook
