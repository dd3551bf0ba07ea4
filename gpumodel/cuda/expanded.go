package cuda

// Preprocessed is a source after its directives, as nvcc -E prints it.
func Preprocessed(name, src string, opt Options) (string, error) {
	return Expanded(name, src, opt.preprocessing())
}
