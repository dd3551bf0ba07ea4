package gpumodel

// RunOn runs launches of tests, on a real GPU too: package measured, which is above this one, sets it in realcard_test.go.
var RunOn = Run
