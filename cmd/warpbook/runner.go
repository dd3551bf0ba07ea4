package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"warpbook.dev/install"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/client"
	"warpbook.dev/kernel/wire"
	notebook "warpbook.dev/notebooks"
)

// A runner is a notebook kernel in a process of its own, as notebook.Execute
// needs it.
type runner struct{ client *client.Client }

// startTimeout is how long the kernel may take until it answers.
const startTimeout = time.Minute

// startRunner starts this program again as the kernel of a notebook, as Jupyter would: in its directory.
func startRunner(ctx context.Context, notebook string) (*runner, error) {
	return startRunnerIn(ctx, filepath.Dir(notebook), os.Stderr, nil, "--files", filesFolder(notebook))
}

// startRunnerIn starts it in a working directory, with more flags and variables. What it runs is no history of anybody's.
func startRunnerIn(ctx context.Context, dir string, stderr io.Writer, env []string, flags ...string) (*runner, error) {
	binary, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	argv := append(install.NewSpec(binary).Argv, "--history", "")
	c, err := client.StartIn(ctx, dir, stderr, append(argv, flags...), env)
	if err != nil {
		return nil, err
	}
	return &runner{c}, nil
}

// interruptPatience is how long an interrupted cell may take to end.
const interruptPatience = 10 * time.Second

// Execute implements notebook.Runner. When ctx ends the cell is interrupted, so
// that it ends with an error of its own and its output is kept.
func (r *runner) Execute(ctx context.Context, code string, publish func(notebook.Message)) (notebook.Reply, error) {
	if ctx.Err() != nil {
		return notebook.Reply{}, errors.New("interrupted")
	}
	running, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	stop := context.AfterFunc(ctx, func() {
		time.AfterFunc(interruptPatience, giveUp)
		_ = r.client.Interrupt(running) // one that fails shows as a cell that does not end
	})
	defer stop()
	m, err := r.client.Execute(running, code, func(m wire.Message) {
		publish(notebook.Message{Type: m.Header.MsgType, Content: m.Content})
	})
	if err != nil {
		return notebook.Reply{}, err
	}
	return executeReply(m)
}

// executeReply reads the reply to an execute_request.
func executeReply(m wire.Message) (notebook.Reply, error) {
	var reply struct {
		Status        string
		Count         int `json:"execution_count"`
		EName, EValue string
	}
	if err := m.Decode(&reply); err != nil {
		return notebook.Reply{}, fmt.Errorf("execute_reply: %w", err)
	}
	return notebook.Reply{Status: reply.Status, Count: reply.Count, ErrorName: reply.EName, ErrorValue: reply.EValue}, nil
}

func (r *runner) close() error { return r.client.Shutdown(context.Background()) }

// languageInfo is the notebook's metadata.language_info.
func languageInfo(info kernel.LanguageInfo) map[string]any {
	return map[string]any{
		"name": info.Name, "version": info.Version, "mimetype": info.MIMEType, "file_extension": info.FileExtension,
		"pygments_lexer": info.PygmentsLexer, "codemirror_mode": info.CodeMirrorMode,
	}
}
