package gpumodel

func sharedExamples() []example { return nil }
func memoryExamples() []example { return nil }
func languageExamples() []example { return nil }
func algorithmExamples() []example { return nil }
