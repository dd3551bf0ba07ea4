package widget

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A fieldDoc says what a field of widgets is. kind is its type in words, if its default does not
// tell it.
type fieldDoc struct{ kind, meaning string }

// fieldDocs are the fields that signatures list.
var fieldDocs = map[string]fieldDoc{
	"value":       {"any", "the value of the widget"},
	"min":         {"", "the lowest value"},
	"max":         {"", "the highest value"},
	"step":        {"float", "the distance between two values"},
	"base":        {"", "the base of the powers"},
	"options":     {"list or dict", "values, (label, value) pairs, or a dict from labels to values"},
	"children":    {"list of widgets", "the widgets inside this widget"},
	"description": {"", "the label"},
}

// listed are the fields that the signature has, in order: the positional ones, and the label.
func (c *class) listed() []string {
	names := slices.Clone(c.Positional)
	if c.has("description") && !slices.Contains(names, "description") {
		names = append(names, "description")
	}
	return names
}

// initial is a listed field of a new widget, as a cell writes it.
func (c *class) initial(name string) string {
	v, ok := c.State[name]
	if !ok && name == "options" {
		return "[]"
	}
	text, _ := json.Marshal(v) // null for the value of a selection
	return strings.NewReplacer("null", "None", "false", "False", ",", ", ").Replace(string(text))
}

// signature is how a cell makes one.
func (c *class) signature() string {
	var parts []string
	for _, name := range c.listed() {
		parts = append(parts, name+"="+c.initial(name))
	}
	return c.name + "(" + strings.Join(append(parts, "**fields"), ", ") + ")"
}

// kind is the type of a listed field in words.
func (c *class) kind(name string) string {
	switch v := c.State[name].(type) {
	case json.Number:
		if strings.Contains(v.String(), ".") {
			return "float"
		}
		return "int"
	case bool:
		return "bool"
	case string:
		return "string"
	case []any:
		if name == "value" {
			return "pair of numbers"
		}
	}
	return fieldDocs[name].kind
}

// text is what ?widgets.name shows, in the form of cell.Doc.
func (c *class) text() string {
	var b strings.Builder
	listed := c.listed()
	fmt.Fprintf(&b, "%s\n%s\n\n", c.signature(), c.Doc)
	for _, name := range listed {
		fmt.Fprintf(&b, "%s (%s, %s): %s\n", name, c.kind(name), c.initial(name), fieldDocs[name].meaning)
	}
	others := slices.DeleteFunc(c.fields(), func(name string) bool { return slices.Contains(listed, name) })
	fmt.Fprintf(&b, "**fields (any): other fields of the widget, by name: %s\n\n", strings.Join(others, ", "))
	fmt.Fprintf(&b, "Returns the widget. You can read and set its fields.\n\n    %s", strings.ReplaceAll(c.Example, "\n", "\n    "))
	return b.String()
}
