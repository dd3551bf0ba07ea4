package kernel

import (
	"warpbook.dev"
	"warpbook.dev/kernel/wire"
)

// The handlers of the requests that are not cells. Each returns the content of its
// reply.

// features are the parts of the protocol that a kernel need not have (JEP 92).
var features = []string{"kernel subshells"}

func (k *Kernel) kernelInfo(*request) (any, error) {
	info := k.in.Info()
	language := map[string]any{
		"name":           info.Name,
		"version":        info.Version,
		"mimetype":       info.MIMEType,
		"file_extension": info.FileExtension,
	}
	if info.PygmentsLexer != "" {
		language["pygments_lexer"] = info.PygmentsLexer
	}
	if info.CodeMirrorMode != nil {
		language["codemirror_mode"] = info.CodeMirrorMode
	}
	return map[string]any{
		"status":                 "ok",
		"protocol_version":       wire.ProtocolVersion,
		"implementation":         "warpbook",
		"implementation_version": warpbook.Version,
		"language_info":          language,
		"banner":                 info.Banner,
		"help_links":             []any{},
		"debugger":               false,
		"supported_features":     features,
	}, nil
}

func (k *Kernel) connect(*request) (any, error) {
	return map[string]any{
		"status":     "ok",
		"shell_port": k.conn.ShellPort, "iopub_port": k.conn.IOPubPort, "stdin_port": k.conn.StdinPort,
		"control_port": k.conn.ControlPort, "hb_port": k.conn.HBPort,
	}, nil
}

func (k *Kernel) interruptRequest(*request) (any, error) {
	k.lanes.interrupt()
	return map[string]any{"status": "ok"}, nil
}

// shutdown tells everybody that the kernel ends; answer then sends the reply to who
// asked. A restart is a shutdown too: the launcher starts the next process.
func (k *Kernel) shutdown(r *request) (any, error) {
	var req struct {
		Restart bool `json:"restart"`
	}
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	content := map[string]any{"status": "ok", "restart": req.Restart}
	k.publish(r.Header, "shutdown_reply", content)
	return content, nil
}

func (k *Kernel) ignore(*request) (any, error) { return nil, nil }

func (k *Kernel) complete(r *request) (any, error) {
	var req struct {
		Code   string `json:"code"`
		Cursor *int   `json:"cursor_pos"`
	}
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	c := k.in.Complete(req.Code, cursor(req.Cursor, req.Code))
	matches := []string{}
	types := []map[string]any{}
	for _, m := range c.Matches {
		matches = append(matches, m.Text)
		types = append(types, map[string]any{
			"text": m.Text, "type": m.Type, "signature": m.Signature, "start": c.Start, "end": c.End,
		})
	}
	return map[string]any{
		"status": "ok", "matches": matches, "cursor_start": c.Start, "cursor_end": c.End,
		"metadata": map[string]any{"_jupyter_types_experimental": types},
	}, nil
}

func (k *Kernel) inspect(r *request) (any, error) {
	var req struct {
		Code   string `json:"code"`
		Cursor *int   `json:"cursor_pos"`
		Detail int    `json:"detail_level"`
	}
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	b, found := k.in.Inspect(req.Code, cursor(req.Cursor, req.Code), req.Detail)
	data, metadata := Encodable(b)
	return map[string]any{"status": "ok", "found": found, "data": data, "metadata": metadata}, nil
}

func (k *Kernel) isComplete(r *request) (any, error) {
	var req struct {
		Code string `json:"code"`
	}
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	status, indent := k.in.IsComplete(req.Code)
	content := map[string]any{"status": status}
	if status == "incomplete" {
		content["indent"] = indent
	}
	return content, nil
}

// cursor is a position in code points within code, its end where none is given.
func cursor(at *int, code string) int {
	end := len([]rune(code))
	if at == nil {
		return end
	}
	return max(0, min(*at, end))
}
