package cell

import (
	"fmt"
	"html"
	"strings"

	"warpbook.dev/kernel"
)

// A Sheet is a documentation that is shown as plain text, as Markdown and as HTML.
type Sheet struct {
	plain, markdown, html []string
}

// NewSheet returns an empty sheet.
func NewSheet() *Sheet { return new(Sheet) }

// Text adds a line below a label; nothing for an empty one.
func (d *Sheet) Text(label, text string) *Sheet {
	if text == "" {
		return d
	}
	d.labelled(label, text, escapeMarkdown(text), html.EscapeString(text))
	return d
}

// Code adds a line of code.
func (d *Sheet) Code(label, text string) {
	if text != "" {
		d.labelled(label, text, inlineCode(text), "<code>"+html.EscapeString(text)+"</code>")
	}
}

func (d *Sheet) labelled(label, plain, markdown, shown string) {
	if label == "" {
		d.plain = append(d.plain, plain)
		d.markdown = append(d.markdown, markdown+"\n")
		d.html = append(d.html, "<p>"+shown+"</p>")
		return
	}
	d.plain = append(d.plain, fmt.Sprintf("%-11s%s", label+":", plain))
	d.markdown = append(d.markdown, fmt.Sprintf("**%s:** %s\n", label, markdown))
	d.html = append(d.html, fmt.Sprintf("<p><b>%s:</b> %s</p>", label, shown))
}

// Block adds lines of which the spaces count: a source, a doc with examples.
func (d *Sheet) Block(label, text string) {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return
	}
	d.plain = append(d.plain, label+":\n"+text)
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	d.markdown = append(d.markdown, fmt.Sprintf("**%s:**\n\n%s\n%s\n%s\n", label, fence, text, fence))
	d.html = append(d.html, fmt.Sprintf("<p><b>%s:</b></p>\n<pre>%s</pre>", label, html.EscapeString(text)))
}

// Rich adds what a bundle shows, in the form that each of the three has.
func (d *Sheet) Rich(data map[string]any) {
	plain, _ := data["text/plain"].(string)
	if plain == "" {
		return
	}
	plain = strings.TrimRight(plain, "\n")
	markdown, ok := data["text/markdown"].(string)
	if !ok {
		markdown = "```\n" + plain + "\n```\n"
	}
	shown, ok := data["text/html"].(string)
	if !ok {
		shown = "<pre>" + html.EscapeString(plain) + "</pre>"
	}
	d.plain, d.markdown, d.html = append(d.plain, plain), append(d.markdown, markdown), append(d.html, shown)
}

// Bundle is the sheet in its three forms.
func (d *Sheet) Bundle() kernel.Bundle {
	return kernel.Bundle{Data: map[string]any{
		"text/plain":    strings.Join(d.plain, "\n"),
		"text/markdown": strings.Join(d.markdown, "\n"),
		"text/html":     strings.Join(d.html, "\n"),
	}}
}

// escapeMarkdown keeps a text from being read as markup.
var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "<", "&lt;", "&", "&amp;", "$", `\$`)

func escapeMarkdown(s string) string { return markup.Replace(s) }

// inlineCode is a line of code in Markdown; it may hold backticks.
func inlineCode(s string) string {
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}
