package notebook

import "strings"

// Slim removes from the outputs of nb what a saved notebook does not need: the Vega-Lite
// specification of a picture that is there as SVG or PNG too. A specification takes more bytes
// than both, and running the cell makes it again.
//
// What stays has its readers. Pages and trusted notebooks show the SVG; GitHub, and
// notebooks that are not trusted yet, show the PNG.
func (nb *Notebook) Slim() {
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			slimBundle(o.Data, o.Metadata)
		}
	}
	for _, state := range savedWidgets(nb.Metadata) { // an Output widget has outputs of its own
		outputs, _ := state["outputs"].([]any)
		for _, v := range outputs {
			o, _ := v.(map[string]any)
			data, _ := o["data"].(map[string]any)
			metadata, _ := o["metadata"].(map[string]any)
			slimBundle(data, metadata)
		}
	}
}

func slimBundle(data, metadata map[string]any) {
	if data["image/svg+xml"] == nil && data["image/png"] == nil {
		return
	}
	for mime := range data {
		if strings.HasPrefix(mime, "application/vnd.vega") {
			delete(data, mime)
			delete(metadata, mime)
		}
	}
}
