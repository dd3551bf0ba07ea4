package host

// Eagerly are the options with which all of the host's code is machine code, where there is an assembler.
func (o Options) Eagerly() Options {
	o.eager = true
	return o
}

// Always are the options with which launches that would change nothing are executed, too.
func (o Options) Always() Options {
	o.always = true
	return o
}
