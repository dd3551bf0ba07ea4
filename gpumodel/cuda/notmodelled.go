package cuda

import "sync"

// notModelled are functions and types of CUDA's runtime that host code cannot have, with the reason and what to write instead. A name
// that ends in * stands for all that begin with it.
var notModelled = sync.OnceValue(func() map[string]string {
	reasons := map[string]string{}
	for _, row := range rowsOf(libraryFile("cudart/refused.csv")) {
		reasons[row[0]] = row[1]
	}
	return reasons
})

// NotModelled is why host code cannot have a function or type of CUDA's runtime, empty for all other names.
func NotModelled(name string) string {
	reasons := notModelled()
	if why := reasons[name]; why != "" {
		return why
	}
	for n := len(name); n > 0; n-- {
		if why := reasons[name[:n]+"*"]; why != "" {
			return why
		}
	}
	return ""
}
