package kernel

import (
	"context"
	"errors"
	"fmt"

	"warpbook.dev/kernel/wire"
)

// executeRequest is the content of execute_request; pointers have a default of true.
type executeRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    *bool             `json:"store_history"`
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     *bool             `json:"stop_on_error"`
}

func unlessFalse(b *bool) bool { return b == nil || *b }

// execute runs a cell. The order of what it sends is fixed: execute_input, the
// outputs, the error; then answer sends the reply and idle. A silent cell is not
// numbered, not stored and not echoed, and its result is withheld; what it prints is
// sent nevertheless, as front ends that run silent cells rely on.
func (k *Kernel) execute(r *request) (any, error) {
	var req executeRequest
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	store := !req.Silent && unlessFalse(req.StoreHistory)
	count := int(k.count.Load())
	if store {
		count = int(k.count.Add(1))
	}
	if !req.Silent {
		k.publish(r.Header, "execute_input", map[string]any{"code": req.Code, "execution_count": count})
	}

	out := newCellOutput(k, r.Header, r.ctx, count)
	out.silent = req.Silent
	cell := Cell{Code: req.Code, Count: count, Expressions: req.UserExpressions, Comms: comms{k, r.Header}}
	if req.AllowStdin {
		cell.Input = k.input(r.Message, out)
	}
	outcome := k.run(out.ctx, cell, out)
	if err := out.overflow(); err != nil && outcome.Error == nil { // it ended before it could be stopped
		outcome.Error = &Error{Name: err.ErrorName(), Value: err.Error(), Traceback: []string{err.ErrorName() + ": " + err.Error()}}
	}
	out.close()

	if outcome.Error != nil {
		k.failed(r.Header, outcome.Error)
		if unlessFalse(req.StopOnError) {
			r.lane.abort()
		}
	}
	if store {
		if err := k.history.add(count, req.Code, out.result); err != nil {
			k.log.Warn("history not written", "error", err)
		}
	}
	return executeReply(outcome, count), nil
}

// run calls the interpreter; its panic is an error of the cell.
func (k *Kernel) run(ctx context.Context, cell Cell, out Output) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = Outcome{Error: panicError(p)}
		}
	}()
	return k.in.Execute(ctx, cell, out)
}

func (k *Kernel) failed(parent wire.Header, e *Error) {
	k.publish(parent, "error", map[string]any{"ename": e.Name, "evalue": e.Value, "traceback": list(e.Traceback)})
}

// executeReply is the content of execute_reply. All of its fields are there whatever
// the status is, because clients read them without asking.
func executeReply(o Outcome, count int) map[string]any {
	content := map[string]any{"status": "ok"}
	if o.Error != nil {
		content = failure("error", o.Error)
	}
	expressions := map[string]any{}
	for name, x := range o.Expressions {
		expressions[name] = expressionContent(x)
	}
	content["execution_count"] = count
	content["payload"] = list(o.Payload)
	content["user_expressions"] = expressions
	return content
}

func expressionContent(x Expression) map[string]any {
	if x.Error != nil {
		return failure("error", x.Error)
	}
	data, metadata := Encodable(x.Bundle)
	return map[string]any{"status": "ok", "data": data, "metadata": metadata}
}

var errNoStdin = errors.New("kernel: the front end is not connected to the stdin channel")

// input returns the function that asks the front end of a request for a line.
func (k *Kernel) input(from wire.Message, out *cellOutput) func(context.Context, string, bool) (string, error) {
	return func(ctx context.Context, prompt string, password bool) (string, error) {
		m, err := k.session.Reply(from, "input_request", map[string]any{"prompt": prompt, "password": password})
		if err != nil {
			return "", fmt.Errorf("kernel: input: %w", err)
		}
		out.flush() // the question comes after what was printed before it
		return k.question.ask(ctx, m, func() error { return k.out.send(stdin, m) })
	}
}
