package gpumodel

// Record is what is kept of a launch, for tests.
type Record = record

// MostAgain is how many results of launches a module keeps, for tests.
const MostAgain = mostAgain

// Repeated is how many it keeps now.
func (m *Module) Repeated() int { return len(m.repeats.results) }
