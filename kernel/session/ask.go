package session

import (
	"context"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// An answer is what the other side says to a question.
type answer struct {
	value  any
	failed *failure
}

// ask sends a question as an event and waits for its answer, or for the end of ctx.
func (r *request) ask(ctx context.Context, e event) (any, error) {
	s := r.server
	answers := make(chan answer, 1)
	s.mu.Lock()
	s.asks++
	e.Ask = s.asks
	s.asked[e.Ask] = answers
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.asked, e.Ask)
		s.mu.Unlock()
	}()
	r.event(e)
	select {
	case a := <-answers:
		if a.failed != nil {
			return nil, errorf(a.failed.Name, "%s", a.failed.Value)
		}
		return a.value, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// answered takes an answer. Nobody waits for that to a question of a request that was interrupted.
func (s *Server) answered(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if answers, ok := s.asked[m.Ask]; ok {
		delete(s.asked, m.Ask)
		answers <- answer{m.Value, m.Error}
	}
}

// input asks for a line of input.
func (r *request) input(ctx context.Context, prompt string, password bool) (string, error) {
	v, err := r.ask(ctx, event{Event: "input", Text: prompt, Password: password})
	if err != nil {
		return "", err
	}
	text, ok := v.(string)
	if !ok {
		return "", errorf("TypeError", "the answer to input is %v, want a string", v)
	}
	return text, nil
}

// A function is one of the other side, which cells call.
type function struct {
	request    *request // in which it was given
	number     int
	name       string
	parameters int
}

func (r *request) decodeFunction(content any, x map[string]any) (starlark.Value, error) {
	n, err := wholeNumber(content)
	if err != nil {
		return nil, err
	}
	name, _ := x["name"].(string)
	parameters := 1
	if x["parameters"] != nil {
		if parameters, err = wholeNumber(x["parameters"]); err != nil {
			return nil, err
		}
	}
	return &function{r, n, name, parameters}, nil
}

func (f *function) String() string        { return "<function " + f.name + ">" }
func (*function) Type() string            { return "function" }
func (*function) Freeze()                 {}
func (*function) Truth() starlark.Bool    { return true }
func (f *function) Hash() (uint32, error) { return uint32(f.number), nil }

// Name implements [starlark.Callable].
func (f *function) Name() string { return f.name }

// NumParams is how many arguments the function can be given.
func (f *function) NumParams() int { return f.parameters }

// CallInternal calls the function and waits for its value. Other requests may run meanwhile, those of the function among them.
func (f *function) CallInternal(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	r, run := f.request, cell.Current(thread)
	e := event{Event: "call", Function: f.number, Args: []any{}, Kwargs: [][2]any{}}
	for _, v := range args {
		x, err := r.encode(v)
		if err != nil {
			return nil, err
		}
		e.Args = append(e.Args, x)
	}
	for _, pair := range kwargs {
		x, err := r.encode(pair[1])
		if err != nil {
			return nil, err
		}
		e.Kwargs = append(e.Kwargs, [2]any{string(pair[0].(starlark.String)), x})
	}
	var value any
	var err error
	run.Aside(func() { value, err = r.ask(run.Context(), e) })
	if err != nil {
		return nil, err
	}
	return r.decode(value)
}
