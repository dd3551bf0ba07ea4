package notebook

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTame: what is harmless stays as it is written; the rest is left out or closed.
func TestTame(t *testing.T) {
	for in, want := range map[string]string{
		`<table class="t"><tr><td>1<td>2</table>`:                          `<table class="t"><tr><td>1<td>2</table>`,
		`<p>a<p>b<br>c &amp; d < e`:                                        `<p>a<p>b<br>c &amp; d &lt; e`,
		`<svg viewBox="0 0 1 1"><linearGradient id='g'/><path d=M0></svg>`: `<svg viewBox="0 0 1 1"><linearGradient id="g"/><path d="M0"></path></svg>`,
		`<div/>x`:                 `<div>x</div>`,
		`<svg><p>x</svg>`:         `<svg></svg><p>x`,
		`</div><b><i>x</b></div>`: `<b><i>x</i></b>`,
		`a<!-- <b> -->c<!--`:      `ac`,
		`<!--><b>x</b>`:           `<b>x</b>`,
		`<!DOCTYPE html><?x y?><html><body class=a>x</body></html>`:           `x`,
		`<meta http-equiv=refresh content=0><base href=x><link rel=x>y`:       `y`,
		`<script>if (a < b) "</scripts>"</script >x`:                          `x`,
		`<iframe srcdoc="<b>"><b></iframe>x`:                                  noFrame + `x`,
		`<iframe src="https://a.b/c?d&amp;e"><b></iframe>x<embed src=f.pdf>`:  `<a href="https://a.b/c?d&amp;e">https://a.b/c?d&amp;e</a>x` + noFrame,
		`<img src="//a.b/c" alt='a "c"'><img src=data:x><img src=x>`:          `<a href="//a.b/c">a &#34;c&#34;</a><img src="data:x"><img src="x">`,
		`<a href=x><i><img src=http://a.b/c></i></a>`:                         `<a href="x"><i>http://a.b/c</i></a>`,
		`<img src=java&#115;cript:f() alt=a><iframe src=javascript:f()>`:      `<img src="java&#115;cript:f()" alt="a">` + noFrame,
		`<object data=x><param name=a>instead</object>`:                       `instead`,
		`<textarea><b></textarea>x`:                                           `<textarea>&lt;b></textarea>x`,
		`<svg><title>a<b></title></svg>`:                                      `<svg><title>a&lt;b></title></svg>`,
		`<svg><![CDATA[<b>]]></svg>`:                                          `<svg>&lt;b></svg>`,
		`<style>td{color:red}</style>`:                                        `<style>#id{td{color:red}}</style>`,
		`<style media="print"><!-- a>b{content:"<"} --></style>`:              `<style media="print">#id{ a>b{content:"\3c "} }</style>`,
		`<style>}body{}</style><style>a{`:                                     ``,
		`<a href="x" ping='y' HTTP-EQUIV=z onclick=f()>1</a>`:                 `<a href="x" onclick="f()">1</a>`,
		`<a title='"<>' b"c=d e>f</a>`:                                        `<a title="&quot;&lt;>" e>f</a>`,
		`<a href=x/>y`:                                                        `<a href="x/">y</a>`,
		`<x&y>z<`:                                                             `z&lt;`,
		`<b`:                                                                  `<b></b>`,
		`<a href="`:                                                           `<a href=""></a>`,
		"<b\x00>\x00":                                                         "",
		`<template shadowrootmode=open><i>x</i></template>`:                   `<i>x</i>`,
		`<details open><summary>s</summary>x`:                                 `<details open><summary>s</summary>x</details>`,
		strings.Repeat("<div>", mostOpen+9) + "x":                             strings.Repeat("<div>", mostOpen) + "x" + strings.Repeat("</div>", mostOpen),
		`<math><mi>x</mi><annotation-xml><p>y</annotation-xml></math>`:        `<math><mi>x</mi><annotation-xml><p>y</annotation-xml></math>`,
		`<svg><foreignObject><body><p>y</p></body></foreignObject><rect/>`:    `<svg><foreignObject><p>y</p></foreignObject><rect/></svg>`,
		`<svg><style>rect{fill:url(#a)}</style><style/><script/><g/></svg>z`:  `<svg><style>#id{rect{fill:url(#a)}}</style><g/></svg>z`,
		`<noscript><meta http-equiv=refresh></noscript><plaintext>all of it`:  ``,
		`<table><tr><td><div>x</table>y`:                                      `<table><tr><td><div>x</div></table>y`,
		`<form action=x><input name=a><button formaction=y>b</button></form>`: `<input name="a"><button>b</button>`,
	} {
		if got, _ := tame(in, "id"); got != want {
			t.Errorf("%.80q: %s", in, cmp.Diff(want, got))
		}
	}
}

// TestStyleSheetsThatStay: only what a browser ends where this page ends it is taken.
func TestStyleSheetsThatStay(t *testing.T) {
	for sheet, want := range map[string]bool{
		`a{b:c} @media (width < 9px) { d[e="}"]::before { content: "\"}" } } /* } */`:      true,
		`a { background: url(data:image/png;base64,AA==) } @keyframes x { from { b: c } }`: true,
		`a{background:url( "}" )}`: true,
		`a{`:                       false, `}a{`: false, `a{b:(}`: false, `a{b:url({)} }`: false, `a{b:u\72l({)} }`: false, `a{b:"` + "\n" + `}`: false,
		`a{} /* b`: false, `a:has(&){}`: false, `@import "x";`: false, `@IMPORT "x";`: false, `@scope (body) { a{} }`: false,
		`@layer a;`: false, `a{b:'\`: false, `a{b:([)]}`: false, "a{b:\x00}": false,
	} {
		if _, got := enclosed(sheet); got != want {
			t.Errorf("%q stays: %v, want %v", sheet, got, want)
		}
	}
}

// TestRootOfStyleSheets: the root of a page is the element of the output where a rule is for it, and only there: a selector that has & in
// another place is not about what is below the output.
func TestRootOfStyleSheets(t *testing.T) {
	for sheet, want := range map[string]string{
		":root{--a:b}": "&{--a:b}",
		"/* :root{} */ :root\n{ --a: ':root{' } @media print { :root { --a: c } }": "/* :root{} */ &\n{ --a: ':root{' } @media print { & { --a: c } }",
		"body, :root{--a:b}":       "body, &{--a:b}",
		"body:has(:root){a:b}":     "body:has(:root){a:b}",
		"body:is(:root{}, *){a:b}": "body:is(:root{}, *){a:b}",
		":root, body{--a:b}":       ":root, body{--a:b}",
		":root p{a:b}":             ":root p{a:b}",
		":rooted{a:b}":             ":rooted{a:b}",
	} {
		if got, ok := enclosed(sheet); got != want || !ok {
			t.Errorf("%q becomes %q, %v, want %q", sheet, got, ok, want)
		}
	}
}

// TestTameTwice: whatever the pieces are, what was tamed is well nested HTML of which nothing is left out: to tame it again changes
// nothing. Style sheets are another matter, since each time they are put into braces.
func TestTameTwice(t *testing.T) {
	pieces := []string{"<", ">", "</", "/>", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "=", `"`, "'", " ", "x", "&lt;", "\x00", "<svg>", "</svg>",
		"<math>", "<foreignObject>", "<title>", "</title>", "<textarea>", "<script>", "</script>", "<p>", "<div", "<div>", "</div>", "<table>", "<td>",
		"<meta ", "<b a", "</b>", "<path", "http-equiv", "<a href='", "<?", "<!D", "<plaintext>", "/"}
	random := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		once, _ := tame(b.String(), "id")
		twice, _ := tame(once, "id")
		if once != twice {
			t.Fatalf("%q becomes %q, and that %q", b.String(), once, twice)
		}
		for _, never := range []string{"<meta ", "<script>", "<plaintext", "<!", "<?", "\x00"} {
			if strings.Contains(once, never) {
				t.Fatalf("%q becomes %q", b.String(), once)
			}
		}
	}
}
