package widget

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A class is a kind of widget: which model and view of the front end it is, and the
// state that a new one has.
//
// Source: the models of @jupyter-widgets/controls 2.0.0, @jupyter-widgets/output 1.0.0
// and @jupyter-widgets/base 2.0.0, as ipywidgets 8.1 makes them; a test compares.
type class struct {
	name       string
	Doc        string // what a cell makes with it; "" for a part of other widgets
	Example    string // that a cell can run
	Module     string
	Version    string
	View       string // name of the view, if it is not the class's own
	ViewModule string `json:"view_module"` // the module of the view, if it is not Module
	DOM        bool   // has a layout and can be shown
	Style      string // the class of its style; "" for none
	Positional []string
	State      map[string]any
}

//go:embed classes.json
var classesJSON []byte

// classes are all kinds of widgets by their names. They are read when the first session is
// built, which has time while the sockets listen.
var classes = sync.OnceValue(func() map[string]*class { return readClasses(classesJSON) })

func readClasses(text []byte) map[string]*class {
	all := map[string]*class{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // 0 and 0.0 are different defaults
	if err := d.Decode(&all); err != nil {
		panic("BUG: classes.json: " + err.Error())
	}
	for name, c := range all {
		c.name = name
		if c.DOM {
			maps.Copy(c.State, map[string]any{"_dom_classes": []any{}, "tabbable": nil, "tooltip": nil})
		}
	}
	return all
}

// header is the part of a model's state that says what it is.
func (c *class) header() map[string]any {
	view, viewModule, viewVersion := c.name+"View", c.Module, c.Version
	if c.View != "" {
		view = c.View
	}
	if c.ViewModule != "" {
		viewModule = c.ViewModule // its version is that of Module: @jupyter-widgets/base comes with controls
	}
	return map[string]any{
		"_model_module": c.Module, "_model_module_version": c.Version, "_model_name": c.name + "Model",
		"_view_module": viewModule, "_view_module_version": viewVersion, "_view_name": view, "_view_count": nil,
	}
}

// selection reports whether the widget chooses from options.
func (c *class) selection() bool { _, ok := c.State["_options_labels"]; return ok }

// multiple reports whether it chooses any number of them.
func (c *class) multiple() bool { _, ok := c.State["index"].([]any); return ok && c.selection() }

// has reports whether a field is in the state.
func (c *class) has(name string) bool { _, ok := c.State[name]; return ok }

// fields are the names that a cell can read and write.
func (c *class) fields() []string {
	var names []string
	for name := range c.State {
		if !strings.HasPrefix(name, "_") && name != "msg_id" {
			names = append(names, name)
		}
	}
	if c.selection() {
		names = append(names, "options", "value", "label")
	}
	if c.DOM {
		names = append(names, "layout")
	}
	if c.Style != "" {
		names = append(names, "style")
	}
	slices.Sort(names)
	return names
}
