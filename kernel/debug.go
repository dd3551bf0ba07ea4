package kernel

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// A debugger shows variables to a front end: JupyterLab's panel of variables speaks
// the Debug Adapter Protocol in debug_request, with Jupyter's additions (debugInfo,
// inspectVariables, richInspectVariables). Cells are not stopped and breakpoints are
// not taken. The goroutine of asides has it alone.
type debugger struct {
	started bool
	seq     int
}

// A debugRequest is the content of debug_request.
type debugRequest struct {
	Seq       int             `json:"seq"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments"`
}

// decode reads the arguments; a command without any has zero values.
func (r debugRequest) decode(v any) error {
	if len(r.Arguments) == 0 {
		return nil
	}
	if err := json.Unmarshal(r.Arguments, v); err != nil {
		return fmt.Errorf("%s: arguments: %w", r.Command, err)
	}
	return nil
}

// debugCommands are what front ends ask for when the panel is opened, shown and
// closed. A handler returns the body of the response.
var debugCommands = map[string]func(*Kernel, debugRequest) (map[string]any, error){
	"debugInfo":               (*Kernel).debugInfo,
	"initialize":              (*Kernel).debugStart,
	"attach":                  (*Kernel).debugNothing,
	"configurationDone":       (*Kernel).debugNothing,
	"disconnect":              (*Kernel).debugStop,
	"inspectVariables":        (*Kernel).debugVariables,
	"variables":               (*Kernel).debugVariables,
	"richInspectVariables":    (*Kernel).debugShow,
	"dumpCell":                (*Kernel).debugDumpCell,
	"setBreakpoints":          (*Kernel).debugBreakpoints,
	"setExceptionBreakpoints": (*Kernel).debugBreakpoints,
	"threads":                 (*Kernel).debugThreads,
	"modules":                 (*Kernel).debugModules,
}

// debugRequest answers a request of the Debug Adapter Protocol. What goes wrong is said
// in its response, as clients read that and no status.
func (k *Kernel) debugRequest(r *request) (any, error) {
	var req debugRequest
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	k.debugger.seq++
	response := map[string]any{
		"type": "response", "seq": k.debugger.seq, "request_seq": req.Seq, "command": req.Command,
		"success": true, "body": map[string]any{},
	}
	handle, ok := debugCommands[req.Command]
	if !ok {
		handle = func(*Kernel, debugRequest) (map[string]any, error) {
			return nil, fmt.Errorf("%s: this kernel shows variables, it does not stop cells", req.Command)
		}
	}
	body, err := handle(k, req)
	if body != nil {
		response["body"] = body
	}
	if err != nil {
		response["success"], response["message"] = false, err.Error()
	}
	return response, nil
}

// sources is where a front end that sets breakpoints expects cells as files. No cell
// is written: breakpoints are not taken.
func sources() (prefix, suffix string) {
	return filepath.Join(os.TempDir(), "warpbook-"+strconv.Itoa(os.Getpid())) + string(os.PathSeparator), ".star"
}

func (k *Kernel) debugInfo(debugRequest) (map[string]any, error) {
	prefix, suffix := sources()
	return map[string]any{
		"isStarted":   k.debugger.started,
		"hashMethod":  "Murmur2", // required, as are the next three
		"hashSeed":    0,
		"breakpoints": []any{}, "stoppedThreads": []any{}, "exceptionPaths": []any{},
		"tmpFilePrefix": prefix, "tmpFileSuffix": suffix,
		"richRendering": true, "copyToGlobals": false,
	}, nil
}

func (k *Kernel) debugStart(debugRequest) (map[string]any, error) {
	k.debugger.started = true
	return map[string]any{"exceptionBreakpointFilters": []any{}}, nil
}

func (k *Kernel) debugStop(debugRequest) (map[string]any, error) {
	k.debugger.started = false
	return nil, nil
}

func (k *Kernel) debugNothing(debugRequest) (map[string]any, error) { return nil, nil }

// debugVariables lists the session's variables, or what is in one of them.
func (k *Kernel) debugVariables(r debugRequest) (map[string]any, error) {
	var args struct {
		Reference int `json:"variablesReference"`
		Start     int `json:"start"`
		Count     int `json:"count"`
	}
	body := map[string]any{"variables": []any{}} // clients read it from a failure too
	if err := r.decode(&args); err != nil {
		return body, err
	}
	if r.Command == "inspectVariables" {
		args.Reference = 0
	} else if args.Reference == 0 {
		return body, fmt.Errorf("%s: variablesReference is missing", r.Command)
	}
	all, err := k.in.Variables(args.Reference)
	all = all[max(0, min(args.Start, len(all))):]
	if args.Count > 0 {
		all = all[:min(args.Count, len(all))]
	}
	variables := []any{}
	for _, v := range all {
		variables = append(variables, map[string]any{
			"name": v.Name, "evaluateName": v.Name, "type": v.Type, "value": v.Value, "variablesReference": v.Reference,
		})
	}
	body["variables"] = variables
	return body, err
}

// debugShow is a variable as a cell would show it.
func (k *Kernel) debugShow(r debugRequest) (map[string]any, error) {
	var args struct {
		Name string `json:"variableName"`
	}
	body := map[string]any{"data": map[string]any{}, "metadata": map[string]any{}}
	if err := r.decode(&args); err != nil {
		return body, err
	}
	b, err := k.in.Show(args.Name)
	if err == nil {
		body["data"], body["metadata"] = Encodable(b)
	}
	return body, err
}

func (k *Kernel) debugDumpCell(r debugRequest) (map[string]any, error) {
	var args struct {
		Code string `json:"code"`
	}
	err := r.decode(&args)
	prefix, suffix := sources()
	sum := sha256.Sum256([]byte(args.Code))
	return map[string]any{"sourcePath": prefix + hex.EncodeToString(sum[:8]) + suffix}, err
}

func (k *Kernel) debugBreakpoints(debugRequest) (map[string]any, error) {
	return map[string]any{"breakpoints": []any{}}, nil
}

func (k *Kernel) debugThreads(debugRequest) (map[string]any, error) {
	return map[string]any{"threads": []any{}}, nil
}

func (k *Kernel) debugModules(debugRequest) (map[string]any, error) {
	return map[string]any{"modules": []any{}, "totalModules": 0}, nil
}
