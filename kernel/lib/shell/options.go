package shell

import (
	"fmt"
	"slices"
	"strings"
)

// flags are the options of a command as POSIX writes them: letters, which may stand together, some with a value.
type flags struct {
	set   map[byte]string // by letter, with the value of those that have one
	names []string        // what is no option
}

func (f *flags) has(letters string) bool {
	for i := range len(letters) {
		if _, set := f.set[letters[i]]; set {
			return true
		}
	}
	return false
}

// parseFlags reads the words behind a command. plain are the letters of options without a value, valued those with one; long gives words
// such as --recursive their letter. The error names the first option that is not known.
func parseFlags(words []string, plain, valued string, long map[string]byte) (*flags, error) {
	f := &flags{set: map[byte]string{}}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "--":
			f.names = append(f.names, words[i+1:]...)
			return f, nil
		case strings.HasPrefix(w, "--"):
			name, value, _ := strings.Cut(w, "=")
			letter, known := long[name]
			if !known {
				return nil, fmt.Errorf("option %s is not supported here", w)
			}
			f.set[letter] = value
		case len(w) > 1 && w[0] == '-':
			for k := 1; k < len(w); k++ {
				letter := w[k]
				switch {
				case strings.IndexByte(plain, letter) >= 0:
					f.set[letter] = ""
				case strings.IndexByte(valued, letter) >= 0:
					value := w[k+1:]
					if value == "" && i+1 < len(words) {
						i++
						value = words[i]
					}
					f.set[letter] = value
					k = len(w)
				default:
					return nil, fmt.Errorf("option -%c is not supported here", letter)
				}
			}
		default:
			f.names = append(f.names, w)
		}
	}
	return f, nil
}

// flags reads the command's options; ok is false where one is not known, which is told.
func (c *call) flags(plain, valued string, long map[string]byte) (f *flags, ok bool) {
	f, err := parseFlags(c.args[1:], plain, valued, long)
	if err != nil {
		c.fail(2, "%v", err)
		return nil, false
	}
	return f, true
}

// dashNumber turns -5 into -n 5, as head and tail have it.
func dashNumber(words []string) []string {
	words = slices.Clone(words)
	for i, w := range words {
		if i > 0 && (words[i-1] == "-n" || words[i-1] == "-c") {
			continue // a value: head -n -1
		}
		if len(w) > 1 && w[0] == '-' && w[1] >= '0' && w[1] <= '9' {
			words[i] = "-n" + w[1:]
		}
	}
	return words
}
