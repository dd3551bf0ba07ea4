package kernel

import (
	"errors"
	"fmt"
)

// Subshells run cells beside the main shell (JEP 91). The interpreter decides how
// cells that run at the same time share its session.

func (k *Kernel) createSubshell(*request) (any, error) {
	return map[string]any{"status": "ok", "subshell_id": k.lanes.open(k.answer)}, nil
}

func (k *Kernel) listSubshells(*request) (any, error) {
	return map[string]any{"status": "ok", "subshell_id": k.lanes.ids()}, nil
}

// deleteSubshell interrupts what runs in the subshell, and answers what waits there
// as aborted: nobody waits for ever.
func (k *Kernel) deleteSubshell(r *request) (any, error) {
	var req struct {
		ID string `json:"subshell_id"`
	}
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	sub, ok := k.lanes.remove(req.ID)
	if !ok {
		return nil, noSubshell(&req.ID)
	}
	sub.abort()
	sub.finish()
	sub.interrupt()
	return map[string]any{"status": "ok"}, nil
}

func noSubshell(id *string) error {
	if id == nil { // the main one is closed
		return errors.New("the kernel is being shut down")
	}
	return fmt.Errorf("there is no subshell %q; create_subshell_request makes one", *id)
}
