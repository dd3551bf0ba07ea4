package shell

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// operands are the words that are no options; options has the letters of the others.
func (c *call) operands() (names []string, options string) {
	for _, w := range c.args[1:] {
		if strings.HasPrefix(w, "-") && w != "-" {
			options += strings.TrimLeft(w, "-")
			continue
		}
		names = append(names, w)
	}
	return names, options
}

// expanded are names with * and ? replaced by what there is.
func (sh *Shell) expanded(names []string) (all []string) {
	for _, name := range names {
		found := []string{name}
		if strings.ContainsAny(name, "*?[") {
			if matches := sh.glob(name); len(matches) > 0 {
				found = matches
			}
		}
		all = append(all, found...)
	}
	return all
}

func (c *call) ls() (int, error) {
	names, options := c.operands()
	if len(names) == 0 {
		names = []string{"."}
	}
	status := 0
	line := func(e entry) {
		if strings.Contains(options, "l") {
			c.print("%s %9d %s\n", e.mode, e.size, e.name)
			return
		}
		c.print("%s\n", e.name)
	}
	names = c.expanded(names)
	for _, name := range names {
		e, err := c.stat(name)
		if err != nil {
			c.print("ls: %v\n", err)
			status = 2
			continue
		}
		if e.name = name; !e.dir {
			line(e)
			continue
		}
		if len(names) > 1 {
			c.print("%s:\n", name)
		}
		entries, err := c.readDir(name)
		if err != nil {
			c.print("ls: %v\n", err)
			status = 2
		}
		for _, e := range entries {
			if !strings.HasPrefix(e.name, ".") || strings.Contains(options, "a") {
				line(e)
			}
		}
	}
	return status, nil
}

// texts are the contents of the operands, or of the input where there are none.
func (c *call) texts(names []string) (texts []string, status int) {
	if len(names) == 0 && c.in != nil {
		data, _ := io.ReadAll(c.in)
		return []string{string(data)}, 0
	}
	for _, name := range c.expanded(names) {
		text, err := c.readFile(name)
		if err != nil {
			c.print("%s: %v\n", c.args[0], err)
			status = 1
			continue
		}
		texts = append(texts, text)
	}
	return texts, status
}

func (c *call) cat() (int, error) {
	names, options := c.operands()
	texts, status := c.texts(names)
	n := 0
	for _, text := range texts {
		if !strings.Contains(options, "n") {
			c.print("%s", text)
			continue
		}
		for line := range strings.Lines(text) {
			n++
			c.print("%6d\t%s", n, line)
		}
	}
	return status, nil
}

// head is head and tail.
func (c *call) head() (int, error) {
	n := 10
	var names []string
	for i := 1; i < len(c.args); i++ {
		switch w := c.args[i]; {
		case w == "-n" && i+1 < len(c.args):
			i++
			n, _ = strconv.Atoi(strings.TrimLeft(c.args[i], "+-"))
		case strings.HasPrefix(w, "-"):
			n, _ = strconv.Atoi(strings.TrimPrefix(w[1:], "n"))
		default:
			names = append(names, w)
		}
	}
	texts, status := c.texts(names)
	for _, text := range texts {
		lines := slices.Collect(strings.Lines(text))
		if len(lines) > n && c.args[0] == "head" {
			lines = lines[:max(n, 0)]
		} else if len(lines) > n {
			lines = lines[len(lines)-max(n, 0):]
		}
		c.print("%s", strings.Join(lines, ""))
	}
	return status, nil
}

func (c *call) grep() (int, error) {
	names, options := c.operands()
	if len(names) == 0 {
		return 2, nil
	}
	pattern := names[0]
	if strings.Contains(options, "i") {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		re = regexp.MustCompile(regexp.QuoteMeta(names[0]))
	}
	texts, status := c.texts(names[1:])
	found := 0
	for _, text := range texts {
		scanner := bufio.NewScanner(strings.NewReader(text))
		for n := 1; scanner.Scan(); n++ {
			if re.MatchString(scanner.Text()) == strings.Contains(options, "v") {
				continue
			}
			if found++; strings.Contains(options, "c") {
				continue
			}
			if strings.Contains(options, "n") {
				c.print("%d:", n)
			}
			c.print("%s\n", scanner.Text())
		}
	}
	if strings.Contains(options, "c") {
		c.print("%d\n", found)
	}
	if found == 0 {
		status = 1
	}
	return status, nil
}

func (c *call) wc() (int, error) {
	names, options := c.operands()
	texts, status := c.texts(names)
	for _, text := range texts {
		counts := []int{strings.Count(text, "\n"), len(strings.Fields(text)), len(text)}
		for i, letter := range []string{"l", "w", "c"} {
			if options == "" || strings.Contains(options, letter) {
				c.print("%d ", counts[i])
			}
		}
		c.print("\n")
	}
	return status, nil
}

// change runs f for each operand.
func (c *call) change(names []string, f func(name string) error) (int, error) {
	status := 0
	for _, name := range names {
		if err := f(name); err != nil {
			c.print("%s: %v\n", c.args[0], err)
			status = 1
		}
	}
	return status, nil
}

func (c *call) rm() (int, error) {
	names, options := c.operands()
	return c.change(c.expanded(names), func(name string) error {
		if path.Clean(name) == "." {
			return fmt.Errorf("the notebook's directory stays")
		}
		if _, err := c.stat(name); err != nil && strings.Contains(options, "f") {
			return nil
		}
		return c.remove(name, strings.ContainsAny(options, "rR"))
	})
}

func (c *call) mkdir() (int, error) {
	names, options := c.operands()
	return c.change(names, func(name string) error {
		if strings.Contains(options, "p") {
			return c.files().MkdirAll(name)
		}
		return c.files().Mkdir(name)
	})
}

func (c *call) touch() (int, error) {
	names, _ := c.operands()
	return c.change(names, func(name string) error {
		if _, err := c.stat(name); err == nil {
			return nil
		}
		return c.writeFile(name, "")
	})
}

// cp is cp and mv of files.
func (c *call) cp() (int, error) {
	names, _ := c.operands()
	names = c.expanded(names)
	if len(names) < 2 {
		c.print("%s: want a file and where it goes\n", c.args[0])
		return 1, nil
	}
	to := names[len(names)-1]
	return c.change(names[:len(names)-1], func(name string) error {
		target := to
		if e, err := c.stat(to); err == nil && e.dir {
			target = path.Join(to, path.Base(name))
		}
		if c.args[0] == "mv" {
			return c.files().Rename(name, target)
		}
		text, err := c.readFile(name)
		if err != nil {
			return err
		}
		return c.writeFile(target, text)
	})
}

func (c *call) pwd() (int, error) {
	dir, err := directory()
	c.print("%s\n", dir)
	return 0, err
}

func (c *call) echo() (int, error) {
	words := c.args[1:]
	end := "\n"
	for len(words) > 0 && (words[0] == "-n" || words[0] == "-e") {
		if words[0] == "-n" {
			end = ""
		}
		words = words[1:]
	}
	c.print("%s%s", strings.Join(words, " "), end)
	return 0, nil
}

func (c *call) cd() (int, error) {
	names, _ := c.operands()
	if len(names) == 1 && path.Clean(names[0]) == "." {
		return 0, nil
	}
	c.say("(cd is not run: cells work in the notebook's directory; name files with their path from there)")
	return 0, nil
}

func (c *call) chmod() (int, error) { return 0, nil }

func (c *call) which() (int, error) {
	status := 0
	for _, name := range c.args[1:] {
		if commands[name] == nil {
			status = 1
			continue
		}
		c.print("%s: built in\n", name)
	}
	return status, nil
}
