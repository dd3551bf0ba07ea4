package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// callers are ways for an output to call another computer, to lead the reader away, or to hide what else is on the page. @ is an address.
var callers = []struct{ mime, text string }{
	{"text/html", `<img src="@">`},
	{"text/html", `<img srcset="@ 2x">`},
	{"text/html", `<picture><source srcset="@"><img></picture>`},
	{"text/html", `<div style="background: url(@)">x</div>`},
	{"text/html", `<div style="background: image-set('@' 1x)">x</div>`},
	{"text/html", `<style>@import url(@); @import "@";</style>`},
	{"text/html", `<style>p { background: url(@) } li { list-style: url("@") }</style><p>x<ul><li>x</ul>`},
	{"text/html", `<style>@font-face { font-family: f; src: url(@) } p { font-family: f }</style><p>x`},
	{"text/html", `<style>@namespace svg url(@);</style>`},
	{"text/html", `<link rel="stylesheet" href="@"><link rel=prefetch href="@"><link rel=preload as=image href="@">`},
	{"text/html", `<link rel=preconnect href="@"><link rel=dns-prefetch href="@"><link rel=modulepreload href="@"><link rel=icon href="@">`},
	{"text/html", `<link rel=prerender href="@"><link rel=manifest href="@">`},
	{"text/html", `<meta http-equiv="refresh" content="0;url=@">`},
	{"text/html", `<svg><style><meta http-equiv="refresh" content="0;url=@"></style></svg>`},
	{"text/html", `<svg><title><meta http-equiv="refresh" content="0;url=@"></title></svg>`},
	{"text/html", `<math><mtext><meta http-equiv="refresh" content="0;url=@"></mtext></math>`},
	{"text/html", `<noscript><meta http-equiv="refresh" content="0;url=@"></noscript>`},
	{"text/html", `<textarea></textarea><META HTTP-EQUIV=refresh content='0;url=@'>`},
	{"text/html", `<!--><meta http-equiv="refresh" content="0;url=@">-->`},
	{"text/html", `<x a="><meta http-equiv=refresh content=0;url=@>" b='"'><meta/http-equiv=refresh/content="0;url=@">`},
	{"text/html", `<base href="@"><img src="x.png">`},
	{"text/html", `<iframe src="@"></iframe><frameset><frame src="@"></frameset>`},
	{"text/html", `<iframe srcdoc="<img src='@'>"></iframe>`},
	{"text/html", `<object data="@"></object><embed src="@"><applet code="@"></applet>`},
	{"text/html", `<form action="@" method="post"><input name=a><button>here</button></form>`},
	{"text/html", `<button formaction="@">here</button><input type=image src="@">`},
	{"text/html", `<video poster="@" src="@" autoplay></video><audio src="@" autoplay></audio><video><track src="@" default></video>`},
	{"text/html", `<body background="@"><table background="@"><tr><td background="@">x</table>`},
	{"text/html", `<script src="@"></script><script type=speculationrules>{"prefetch": [{"urls": ["@"]}]}</script>`},
	{"text/html", `<template shadowrootmode=open><img src="@"></template>`},
	{"text/html", `<a href="#" ping="@">here</a>`},
	{"text/html", `<svg><image href="@"/><use href="@#a"/><feImage href="@"/></svg>`},
	{"text/html", `<svg><style>rect { fill: url(@#f) } @import "@";</style><rect width="9" height="9"/></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><image href="@"/><image xlink:href="@"/></svg>`},
	{"image/svg+xml", `<?xml-stylesheet href="@"?><svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[ @import "@"; ]]></style></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="@"/><meta http-equiv="refresh" content="0;url=@"/></body></foreignObject></svg>`},
	{"text/markdown", `![x](@) <img src="@"> [x]: @ "x"`},
	{"text/html", `<div style="position: fixed; inset: 0; background: red; z-index: 9999">covers</div>`},
	{"text/html", `<div style="position: absolute; top: -9999px; left: -9999px; width: 99999px; height: 99999px; background: red">covers</div>`},
	{"text/html", `<div style="margin: -500px; padding: 500px; position: relative; z-index: 9">covers</div>`},
	{"text/html", `<style>body, main, .cell { display: none !important }</style>`},
	{"text/html", `<style>} body { display: none !important } x {</style>`},
	{"text/html", `<style>p { background: url({) } } body { display: none !important }</style>`},
	{"text/html", `<style>body:has(&) { display: none !important }</style>`},
	{"text/html", `<style>p { content: "\} } body { display: none !important } x { y: "</style>`},
	{"text/html", `<style>@layer a { body { display: none !important } } @scope (body) { main { display: none } }</style>`},
	{"text/html", `<style>~ *, + * { display: none !important } :root { visibility: hidden !important }</style>`},
	{"text/html", `<style>body:has(:root) { display: none !important } body:is(:root{}, *) { display: none !important }</style>`},
	{"text/html", `<style>body, :root { position: fixed !important; inset: 0; background: red; z-index: 9999 }</style>covers`},
	{"text/html", `<div popover id=p style="inset: 0; width: 100%; height: 100%">covers</div><button popovertarget=p>here</button>`},
	{"text/html", `<dialog open style="position: fixed; inset: 0; width: 100%; height: 100%">covers</dialog>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" style="position: fixed; inset: 0" width="9999" height="9999"><rect width="9999" height="9999"/></svg>`},
	{"text/html", `</div></div></div></section></main><div style="position: fixed; inset: 0; background: red">covers</div>`},
	{"text/html", `<div hidden><!-- `},
	{"text/html", `<div hidden><table><tr><td><select><option>`},
	{"text/html", `<div hidden>`},
	{"text/html", `<textarea>`},
	{"text/html", `<title>`},
	{"text/html", `<plaintext>`},
	{"text/html", `<style>`},
	{"text/html", `<script>`},
	{"text/html", `<a href="`},
	{"text/html", `<svg><![CDATA[`},
	{"text/html", `<svg width=0 height=0><desc>`},
	{"text/html", `<noframes><xmp><iframe>`},
	{"text/html", `<template>`},
	{"text/html", `<details><summary>`},
	{"text/html", `<b><i><u><s style="display: none">`},
}

// strange is a notebook whose outputs are the callers, with sources that name them. After it comes more of the same kinds that a file has
// besides outputs.
func strange(address string) *notebook.Notebook {
	at := func(text string) string {
		text = strings.NewReplacer("@import", "\x01import", "@font-face", "\x01font-face", "@namespace", "\x01namespace", "@layer", "\x01layer",
			"@scope", "\x01scope").Replace(text)
		return strings.ReplaceAll(strings.ReplaceAll(text, "@", address), "\x01", "@")
	}
	hostile := at(`</title></script></style>--><meta http-equiv="refresh" content="0;url=@"><img src="@">`)
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{"title": hostile, "lang": `en"><img src="` + address + `">`,
		"language_info": map[string]any{"name": hostile}, "kernelspec": map[string]any{"display_name": hostile, "name": hostile}}}
	add := func(c *notebook.Cell) {
		c.ID = fmt.Sprintf("c%d", len(nb.Cells))
		if c.Metadata == nil {
			c.Metadata = map[string]any{}
		}
		nb.Cells = append(nb.Cells, c)
	}
	for i, v := range callers {
		add(&notebook.Cell{Type: notebook.Code, Source: fmt.Sprintf("caller %d", i),
			Outputs: []*notebook.Output{{Type: notebook.DisplayData, Data: map[string]any{v.mime: at(v.text)}}}})
	}
	add(&notebook.Cell{Type: notebook.Markdown, Source: hostile + "\n\n# " + hostile +
		"\n\n![a](" + address + ") [b](javascript:1) [c](data:text/html,x)" +
		"\n\n![l](linked.png) ![h](.own/hidden.png) ![b](beside.png)" +
		"\n\n![d](attachment:d.png) <div style='position:fixed'>\n\n```" + hostile + "\n1\n```\n\n$" + hostile + "$\n",
		Attachments: map[string]any{"d.png": map[string]any{"image/png\" onerror=\"1": hostile}}})
	add(&notebook.Cell{Type: notebook.Raw, Source: hostile})
	add(&notebook.Cell{Type: notebook.Code, Source: "kinds", Outputs: []*notebook.Output{
		{Type: notebook.DisplayData, Data: map[string]any{"text/latex": hostile}},
		{Type: notebook.DisplayData, Data: map[string]any{"application/json": map[string]any{"a": hostile}, "text/plain": hostile}},
		{Type: notebook.DisplayData, Data: map[string]any{"image/png": hostile},
			Metadata: map[string]any{"alt": hostile, "image/png": map[string]any{"width": hostile}}},
		{Type: notebook.Stream, Name: `stdout"><img src="` + address + `">`, Text: "\x1b]8;;" + address + "\a" + hostile + "\u202e"},
		{Type: notebook.ErrorOutput, ErrorName: hostile, ErrorValue: hostile, Traceback: []string{"\x1b[38;2;1;2;3m" + hostile}}}})
	add(&notebook.Cell{Type: notebook.Code, Source: "the end"})
	return nb
}

// A notedServer is a server that notes who calls it.
type notedServer struct {
	*httptest.Server
	mu    sync.Mutex
	noted []string
}

func noteCalls(t *testing.T) *notedServer {
	l := &notedServer{}
	l.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		l.note(r.Method + " " + r.URL.Path)
	}))
	l.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			l.note("a connection")
		}
	}
	l.Start()
	t.Cleanup(l.Close)
	return l
}

func (l *notedServer) note(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.noted = append(l.noted, what)
}

func (l *notedServer) calls() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.noted)
}

// TestPagesFetchNothing: a page of a stranger's notebook calls nobody, leads nowhere, and shows all of its cells.
func TestPagesFetchNothing(t *testing.T) {
	tier.Check(t)
	server := noteCalls(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "strange.ipynb")
	if err := notebook.WriteFile(file, strange(server.URL+"/called")); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "secret.png")
	write(t, outside, []byte("SECRET"))
	if err := errors.Join(os.Symlink(outside, filepath.Join(dir, "linked.png")), os.Mkdir(filepath.Join(dir, ".own"), 0o700)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".own", "hidden.png"), []byte("SECRET"))
	write(t, filepath.Join(dir, "beside.png"), []byte("BESIDE"))
	output(t, nil, program(t), "html", file)
	page := filepath.Join(dir, "strange.html")
	text := string(contents(t, page))
	encoded := base64.StdEncoding.EncodeToString
	if strings.Contains(text, encoded([]byte("SECRET"))) || !strings.Contains(text, encoded([]byte("BESIDE"))) {
		t.Error("the page has pictures that the notebook may not read, or lacks one beside it")
	}
	b := browse(t, page)
	if calls := server.calls(); len(calls) > 0 || !strings.HasSuffix(b.URL, "/strange.html") {
		t.Errorf("the page calls %q, and leads to %s", calls, b.URL)
	}
	if len(b.Ran)+len(b.Covered)+len(b.Lost) > 0 {
		shown, _ := json.Marshal(b)
		t.Errorf("the page does not show all of its cells: %s", shown)
	}
	leading := regexp.MustCompile(`<(?i:meta|base|link|script|iframe|form|object|embed)\b[^>]*>`)
	for _, m := range leading.FindAllString(text, -1) {
		if strings.Contains(m, "/called") {
			t.Errorf("the page has %s", m)
		}
	}
}
