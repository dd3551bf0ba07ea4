package host

// Eagerly are the options with which all of the host's code is machine code, where there is an assembler.
func (o Options) Eagerly() Options {
	o.eager = true
	return o
}
