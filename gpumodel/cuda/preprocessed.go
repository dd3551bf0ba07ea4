package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Preprocessed is a source after its directives, as nvcc -E prints it.
func Preprocessed(name, src string, opt Options) (string, error) {
	return token.Preprocessed(name, src, opt.preprocessing())
}
