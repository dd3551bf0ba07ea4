package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
)

// A call is one run of a command: its streams and its flags.
type call struct {
	command        command
	stdin          io.Reader
	stdout, stderr io.Writer
	interrupted    func() bool // nil of a command that no interrupt stops
}

// untilInterrupt is a context that ends with Ctrl-C. The second one ends this process.
func (c *call) untilInterrupt() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop)
	c.interrupted = func() bool {
		cause := context.Cause(ctx)
		return cause != nil && cause != context.Canceled // which is the cause where stop was called first
	}
	return ctx, stop
}

// status is the exit status of a command that ended with one: that of a shell, if an interrupt has made it fail.
func (c *call) status(ended int) int {
	if ended != exitOK && c.interrupted != nil && c.interrupted() {
		return exitInterrupted
	}
	return ended
}

// parse reads flags and want positional arguments in any order; one in brackets
// may be missing. ok is false where the command has to end with status: after help,
// or after a mistake.
func (c *call) parse(flags *flag.FlagSet, args []string, want ...string) (positional []string, status int, ok bool) {
	flags.SetOutput(io.Discard)
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(c.stdout, c.usage(flags))
			return nil, exitOK, false
		}
		if err != nil {
			return nil, c.misuse("%v", err), false
		}
		rest := flags.Args()
		if len(rest) == 0 {
			break
		}
		if ended := len(args) > len(rest) && args[len(args)-len(rest)-1] == "--"; ended {
			positional = append(positional, rest...)
			break
		}
		positional, args = append(positional, rest[0]), rest[1:]
	}
	if len(positional) < len(want) && !strings.HasPrefix(want[len(positional)], "[") {
		return nil, c.misuse("%s is missing", want[len(positional)]), false
	}
	if len(positional) > len(want) {
		return nil, c.misuse("unexpected argument %q", positional[len(want)]), false
	}
	return positional, exitOK, true
}

func (c *call) flags() *flag.FlagSet { return flag.NewFlagSet(c.command.name, flag.ContinueOnError) }

func (c *call) synopsis() string {
	return strings.TrimSpace("warpbook " + c.command.name + " " + c.command.arguments)
}

func (c *call) usage(flags *flag.FlagSet) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n\n%s.\n", c.synopsis(), strings.ToUpper(c.command.summary[:1])+c.command.summary[1:])
	if c.command.details != "" {
		fmt.Fprintf(&b, "\n%s\n", c.command.details)
	}
	first := true
	flags.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("\nFlags:\n")
			first = false
		}
		kind, text := flag.UnquoteUsage(f)
		dashes := "--"
		if len(f.Name) == 1 {
			dashes = "-"
		}
		fmt.Fprintf(&b, "  %-20s %s\n", strings.TrimSpace(dashes+f.Name+" "+kind), text)
	})
	return b.String()
}

// misuse reports a wrong command line.
func (c *call) misuse(format string, args ...any) int {
	fmt.Fprintf(c.stderr, "warpbook %s: %s\nUsage: %s\n", c.command.name, fmt.Sprintf(format, args...), c.synopsis())
	return exitUsage
}

// fail reports an error. The name of the system call that failed means nothing to a user, so an error of a path has only the path.
func (c *call) fail(err error) int {
	if p, ok := err.(*fs.PathError); ok { // not one in an error that says more
		err = fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	fmt.Fprintf(c.stderr, "warpbook %s: %v\n", c.command.name, err)
	return exitFailed
}

// parseMany is parse for one or more arguments of a kind.
func (c *call) parseMany(flags *flag.FlagSet, args []string, what string) (positional []string, status int, ok bool) {
	want := make([]string, len(args)+1)
	for i := range want {
		want[i] = "[" + what + "]"
	}
	want[0] = what
	return c.parse(flags, args, want...)
}
