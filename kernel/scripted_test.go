package kernel

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// scripted is the interpreter of these tests. A cell is a list of lines, each a
// command and its text:
//
//	print TEXT | warn TEXT | partial TEXT    stdout, stderr, stdout without a newline
//	show TEXT | named ID TEXT | update ID TEXT | result TEXT | nan | clear
//	fail TEXT | panic TEXT | forever | deaf
//	ask PROMPT | page TEXT | count N | lines N | flood MEGABYTES | euro | exit STATUS | comm TARGET
//
// Neither forever nor deaf ends by itself. forever heeds its context, deaf does not. The cell that
// must wait for something asks for it.
type scripted struct{}

func (scripted) Info() LanguageInfo {
	return LanguageInfo{
		Name: "scripted", Version: "1.0", MIMEType: "text/plain", FileExtension: ".txt",
		PygmentsLexer: "text", CodeMirrorMode: map[string]any{"name": "python"}, Banner: "a kernel for tests",
	}
}

func plain(text string) Bundle { return Bundle{Data: map[string]any{"text/plain": text}} }

func (s scripted) Execute(ctx context.Context, cell Cell, out Output) Outcome {
	o := Outcome{Expressions: map[string]Expression{}}
	for _, line := range strings.Split(cell.Code, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if o.Error = s.command(ctx, word, rest, cell, out, &o); o.Error != nil {
			return o
		}
	}
	for name, x := range cell.Expressions {
		o.Expressions[name] = Expression{Bundle: plain(x)}
		switch x {
		case "bad":
			o.Expressions[name] = Expression{Error: &Error{Name: "NameError", Value: x}}
		case "goroutines":
			o.Expressions[name] = Expression{Bundle: plain(strconv.Itoa(runtime.NumGoroutine()))}
		}
	}
	return o
}

func (scripted) command(ctx context.Context, word, rest string, cell Cell, out Output, o *Outcome) *Error {
	number, _ := strconv.Atoi(rest)
	first, second, _ := strings.Cut(rest, " ")
	named := plain(second)
	named.ID = first
	switch word {
	case "print":
		out.Stream("stdout", rest+"\n")
	case "partial":
		out.Stream("stdout", rest)
	case "warn":
		out.Stream("stderr", rest+"\n")
	case "count":
		for i := range number {
			out.Stream("stdout", fmt.Sprintln(i))
		}
	case "euro":
		euro(out)
	case "show":
		out.Display(plain(rest))
	case "named":
		out.Display(named)
	case "update":
		out.Update(named)
	case "result":
		out.Result(plain(rest))
	case "nan":
		out.Display(Bundle{Data: map[string]any{"application/json": nan(), "text/html": "<b>"}})
	case "lines":
		for i := range number {
			out.Stream("stdout", line(i))
		}
	case "flood":
		for range number {
			out.Display(plain(strings.Repeat("flood ", 1<<20/6)))
		}
	case "clear":
		out.Clear(true)
	case "page":
		o.Payload = append(o.Payload, map[string]any{"source": "page", "start": 0, "data": plain(rest).Data})
	case "fail":
		return &Error{Name: "ValueError", Value: rest, Traceback: []string{"ValueError: " + rest}}
	case "panic":
		panic(rest)
	case "deaf":
		select {}
	case "forever":
		<-ctx.Done()
		return &Error{Name: "KeyboardInterrupt", Traceback: []string{"KeyboardInterrupt"}}
	case "exit":
		os.Exit(number)
	case "comm":
		id, err := cell.Comms.Open(rest, map[string]any{"n": 1}, map[string]any{"version": "2"})
		if err != nil {
			return &Error{Name: "CommError", Value: err.Error()}
		}
		out.Stream("stdout", id)
	case "ask":
		return ask(ctx, rest, cell, out)
	}
	return nil
}

// euro puts out two bytes of a character, and the third when the first two could have been sent.
// It runs in bubbles of synctest alone.
func euro(out Output) {
	out.Stream("stdout", "\xe2\x82")
	time.Sleep(3 * gatherTime)
	out.Stream("stdout", "\xac")
}

// line is a line of 15 bytes.
func line(i int) string { return fmt.Sprintf("line %9d\n", i) }

func ask(ctx context.Context, prompt string, cell Cell, out Output) *Error {
	if cell.Input == nil {
		return &Error{Name: "StdinNotImplementedError"}
	}
	line, err := cell.Input(ctx, prompt, prompt == "password")
	switch {
	case errors.Is(err, io.EOF):
		return &Error{Name: "EOFError"}
	case errors.Is(err, context.Canceled):
		return &Error{Name: "KeyboardInterrupt"}
	case err != nil:
		return &Error{Name: "InputError", Value: err.Error()}
	}
	out.Stream("stdout", "got "+line+"\n")
	return nil
}

func nan() any { var zero float64; return zero / zero }

func (scripted) Complete(code string, cursor int) Completions {
	if code == "panic" {
		panic("in Complete")
	}
	c := Completions{End: cursor}
	for _, word := range []string{"partial", "print"} {
		if strings.HasPrefix(word, string([]rune(code)[:cursor])) {
			c.Matches = append(c.Matches, Completion{Text: word, Type: "function", Signature: "TEXT"})
		}
	}
	return c
}

func (scripted) Inspect(code string, cursor, detail int) (Bundle, bool) {
	return plain("print TEXT: prints"), strings.HasPrefix(code, "print")
}

// Comm says on comms of the target "echo" what it is told there, prints it, and closes
// them at the word "close"; "sleep" heeds its context, "panic" is what it says.
func (scripted) Comm(ctx context.Context, m CommMessage, cell Cell, out Output) *Error {
	if m.Target != "echo" {
		return &Error{Name: "ValueError", Value: "no target " + m.Target}
	}
	switch string(m.Data) {
	case `"close"`:
		_ = cell.Comms.Close(m.ID)
		return nil
	case `"sleep"`:
		<-ctx.Done()
		return &Error{Name: "KeyboardInterrupt"}
	case `"panic"`:
		panic("in Comm")
	}
	out.Stream("stdout", fmt.Sprintf("%d %s\n", m.Kind, m.Data))
	if err := cell.Comms.Send(m.ID, m.Data); err != nil {
		return &Error{Name: "CommError", Value: err.Error()}
	}
	return nil
}

func (scripted) Variables(reference int) ([]Variable, error) {
	switch reference {
	case 0:
		return []Variable{{Name: "n", Type: "int", Value: "7"}, {Name: "xs", Type: "list", Value: "[1, 2]", Reference: 1}}, nil
	case 1:
		return []Variable{{Name: "[0]", Type: "int", Value: "1"}, {Name: "[1]", Type: "int", Value: "2"}}, nil
	}
	return nil, errors.New("no such variable")
}

func (scripted) Show(name string) (Bundle, error) {
	if name != "n" {
		return Bundle{}, errors.New("no variable " + name)
	}
	return plain("7"), nil
}

func (scripted) IsComplete(code string) (status, indent string) {
	switch {
	case strings.HasSuffix(code, ":"):
		return "incomplete", "    "
	case strings.HasPrefix(code, "?"):
		return "invalid", ""
	}
	return "complete", ""
}

// mains are what this binary does instead of the tests where a test has started it
// with these words.
var mains = map[string]func(args []string) error{
	"scripted-kernel": func(args []string) error { return serveFile(args[0]) },
}

func TestMain(m *testing.M) {
	if flag.Parse(); mains[flag.Arg(0)] == nil {
		os.Exit(m.Run())
	}
	if err := mains[flag.Arg(0)](flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
