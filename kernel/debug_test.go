package kernel

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What JupyterLab asks when its panel of variables is opened, used and closed.
func TestVariablePanel(t *testing.T) {
	b := newBench(t)
	seq := 0
	ask := func(command string, arguments any) (body fields, message any) {
		t.Helper()
		seq++
		got := b.reply(b.idle(b.post(control, "debug_request", fields{"type": "request", "seq": seq, "command": command,
			"arguments": arguments})))
		if got["type"] != "response" || got["request_seq"] != float64(seq) || got["command"] != command ||
			got["success"] != (got["message"] == nil) {
			t.Errorf("%s: %v", command, got)
		}
		return got["body"].(fields), got["message"]
	}
	started := func() any { body, _ := ask("debugInfo", fields{}); return body["isStarted"] }

	if started() != false {
		t.Error("started before it was asked to")
	}
	ask("initialize", fields{"clientID": "jupyterlab"})
	ask("attach", fields{})
	if started() != true {
		t.Error("not started")
	}
	n := fields{"name": "n", "evaluateName": "n", "type": "int", "value": "7", "variablesReference": 0.0}
	xs := fields{"name": "xs", "evaluateName": "xs", "type": "list", "value": "[1, 2]", "variablesReference": 1.0}
	second := fields{"name": "[1]", "evaluateName": "[1]", "type": "int", "value": "2", "variablesReference": 0.0}
	for _, c := range []struct {
		command   string
		arguments fields
		want      fields
		message   any
	}{
		{"inspectVariables", fields{}, fields{"variables": []any{n, xs}}, nil},
		{"variables", fields{"variablesReference": 1, "start": 1, "count": 5}, fields{"variables": []any{second}}, nil},
		{"variables", fields{"variablesReference": 9}, fields{"variables": []any{}}, "no such variable"},
		{"variables", fields{}, fields{"variables": []any{}}, "variables: variablesReference is missing"},
		{"richInspectVariables", fields{"variableName": "n"}, fields{"data": fields{"text/plain": "7"}, "metadata": fields{}}, nil},
		{"richInspectVariables", fields{"variableName": "q"}, fields{"data": fields{}, "metadata": fields{}}, "no variable q"},
		{"setBreakpoints", fields{"breakpoints": []any{fields{"line": 3}}}, fields{"breakpoints": []any{}}, nil},
		{"next", fields{"threadId": 1}, fields{}, "next: this kernel shows variables, it does not stop cells"},
		{"disconnect", fields{}, fields{}, nil},
	} {
		body, message := ask(c.command, c.arguments)
		if diff := cmp.Diff(c.want, body); diff != "" || message != c.message {
			t.Errorf("%s: message %v, want %v; body (-want +got):\n%s", c.command, message, c.message, diff)
		}
	}
	if started() != false {
		t.Error("still started")
	}
}
