// Package memory is the memory system of the modelled GPU: the storage that
// threads read and write, the rules that turn the addresses of a warp into
// transactions and bank passes, and the partitions with their DRAM.
package memory
