package kernel

import "context"

// An Interpreter is the language behind the notebook kernel: what runs a cell,
// completes a name and shows a doc. The kernel calls Execute for one cell at a
// time in each shell; the other methods may be called while cells run and must
// not block on them.
type Interpreter interface {
	// Info describes the language for kernel_info_reply.
	Info() LanguageInfo
	// Execute runs one cell. A cancelled ctx (an interrupt) ends it soon with an
	// Error named KeyboardInterrupt; the session stays usable.
	Execute(ctx context.Context, cell Cell, out Output) Outcome
	// Comm takes what a front end says on a comm that a cell has opened, or that it
	// opens itself. It is called for one message at a time, beside the running cells;
	// of the cell only Count and Comms are set.
	Comm(ctx context.Context, m CommMessage, cell Cell, out Output) *Error
	// Complete returns what may stand at cursor, in code points from the start of code.
	Complete(code string, cursor int) Completions
	// Inspect documents the name at cursor (code points); ok is false if there is none.
	Inspect(code string, cursor, detail int) (b Bundle, ok bool)
	// Variables lists the session's variables, or, of the Reference of a listed one,
	// what is in it. References hold until the session's variables are listed again.
	Variables(reference int) ([]Variable, error)
	// Show is a variable as a cell would show it.
	Show(name string) (Bundle, error)
	// IsComplete says "complete", "incomplete" (with the indent of the next line),
	// "invalid" or "unknown".
	IsComplete(code string) (status, indent string)
}

// LanguageInfo is the language_info of the protocol, with the banner.
type LanguageInfo struct {
	Name, Version, MIMEType, FileExtension, PygmentsLexer string
	CodeMirrorMode                                        any
	Banner                                                string
}

// A Cell is one execute_request.
type Cell struct {
	Code  string
	Count int // the number in In[…]
	// Expressions are the user_expressions to evaluate after the code, by name.
	Expressions map[string]string
	// Input asks the front end for a line (stdin channel); nil where the request forbids it.
	Input func(ctx context.Context, prompt string, password bool) (string, error)
	// Comms reaches the counterparts of widgets; nil where there is no front end.
	Comms Comms
	// Within names the cell of another language that runs this one as a part of itself; "" for a cell of its own.
	Within string
}

// An Outcome is how a cell ended. A nil Error is success.
type Outcome struct {
	Error       *Error
	Payload     []map[string]any      // page, set_next_input, …
	Expressions map[string]Expression // the values of Cell.Expressions
}

// An Expression is the value of one user expression: a bundle or an error.
type Expression struct {
	Bundle Bundle
	Error  *Error
}

// An Error is an error output: what ends a cell.
type Error struct {
	Name, Value string
	Traceback   []string
}

// A Bundle is a MIME bundle. Data maps a MIME type to a string (text) or a JSON
// value; image/png is base64 text.
type Bundle struct {
	Data     map[string]any
	Metadata map[string]any
	// ID is the transient display id; empty for an output that is never updated.
	ID string
}

// Output is where a running cell writes. Its methods may be called from any
// goroutine until Execute returns; none of them loses output.
type Output interface {
	Stream(name, text string) // name is "stdout" or "stderr"
	Display(b Bundle)         // display_data
	Update(b Bundle)          // update_display_data for b.ID
	Result(b Bundle)          // execute_result
	Clear(wait bool)          // clear_output
}

// Completions is a complete_reply: matches that replace the code points
// Start to End.
type Completions struct {
	Start, End int
	Matches    []Completion
}

// A Completion is one match; Type and Signature are shown by JupyterLab.
type Completion struct{ Text, Type, Signature string }

// A Variable is a row of a panel of variables. A Reference above 0 says that there is
// something in it: elements, attributes.
type Variable struct {
	Name, Type, Value string
	Reference         int
}
