package gpumodel

// Record is what is kept of a launch, for tests.
type Record = record
