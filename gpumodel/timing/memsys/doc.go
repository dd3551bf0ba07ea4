// Package memsys chooses the memory system of a device: tesla (compute capability 1.x), fermi
// (2.x and 3.x) or volta (from 7.0 on).
package memsys
