package toolchain

import (
	"strings"

	"warpbook.dev/kernel/lib/cudacell"
)

// mostNestedWords is how deep files of options name one another.
const mostNestedWords = 8

// A wordsError is a file of options that cannot be used.
type wordsError struct{ name, why string }

func (e *wordsError) Error() string { return e.name + ": " + e.why }

// expanded puts the words of files of options into a command line: --options-file FILE, and @FILE.
func (c *Compiler) expanded(words []string, depth int) (all []string, err error) {
	for i := 0; i < len(words); i++ {
		name, value, joined := strings.Cut(words[i], "=")
		var files []string
		switch {
		case strings.HasPrefix(words[i], "@") && len(words[i]) > 1:
			files = []string{words[i][1:]}
		case name != "--options-file" && name != "-optf":
			all = append(all, words[i])
			continue
		case joined:
			files = strings.Split(value, ",")
		case i+1 < len(words):
			i++
			files = strings.Split(words[i], ",")
		}
		if len(files) == 0 || depth == mostNestedWords {
			return nil, &wordsError{words[i], "want the name of a file with options, which names other ones at most 8 deep"}
		}
		for _, file := range files {
			text, err := c.Files.Read(file)
			if err != nil {
				return nil, err
			}
			list, err := cudacell.Words(strings.NewReplacer("\n", " ", "\r", " ").Replace(text))
			if err != nil {
				return nil, &wordsError{file, err.Error()}
			}
			if list, err = c.expanded(list, depth+1); err != nil {
				return nil, err
			}
			all = append(all, list...)
		}
	}
	return all, nil
}
