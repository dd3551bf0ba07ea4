package plotting

import (
	"fmt"
	"image/color"
	"strings"
)

// darkColors are the colours of a picture that a dark page needs in another way: ground, inks,
// the one dark grey of the palette and the darkest state of a timeline. The others have enough contrast to both grounds, or stand
// on one another, as shades of a heat map do.
var darkColors = []struct{ light, dark color.RGBA }{
	{white, rgb(0x16191F)},
	{ink, rgb(0xDDE2EA)},
	{faintInk, rgb(0xA3ACBA)},
	{gridInk, rgb(0x323843)},
	{rgb(0x4D4D4D), rgb(0x8A93A0)},
	{rgb(0x00446E), rgb(0x0072B2)},
}

// darkPages are the marks of dark pages that do not set color-scheme: JupyterLab and nbconvert,
// VS Code, Sphinx and MyST.
const darkPages = `[data-jp-theme-light="false"],.vscode-dark,.vscode-high-contrast:not(.vscode-high-contrast-light),[data-theme="dark"]`

// darkStyle is a style sheet that turns a drawing dark where the page around it is dark:
// where its color-scheme says so, or a known mark. An image in a file of its own, or in an <img>, knows
// no page and stays light, and so does every picture where light-dark() is unknown.
func darkStyle(drawing string) string {
	var b strings.Builder
	for _, c := range darkColors {
		for _, property := range []string{"fill", "stroke"} {
			if use := paint(property, c.light); strings.Contains(drawing, use) {
				fmt.Fprintf(&b, ".warpbook [%s]{%s:light-dark(%s,%s)}\n", use[1:], property, shortHex(c.light), shortHex(c.dark))
			}
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("<style>:is(%s) .warpbook{color-scheme:dark}\n%s</style>\n", darkPages, b.String())
}
