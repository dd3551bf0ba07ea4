//go:build !race

package gpumodel

const underRace = false
