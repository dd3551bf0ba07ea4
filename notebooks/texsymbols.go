package notebook

import (
	"html"
	"strings"
)

// texOperators become <mo>.
var texOperators = map[string]string{
	`\cdot`: "⋅", `\times`: "×", `\div`: "÷", `\pm`: "±", `\mp`: "∓", `\ast`: "∗", `\star`: "⋆", `\circ`: "∘", `\bullet`: "∙",
	`\le`: "≤", `\leq`: "≤", `\ge`: "≥", `\geq`: "≥", `\ne`: "≠", `\neq`: "≠", `\ll`: "≪", `\gg`: "≫", `\lt`: "<", `\gt`: ">",
	`\approx`: "≈", `\sim`: "∼", `\simeq`: "≃", `\equiv`: "≡", `\propto`: "∝", `\leqslant`: "⩽", `\geqslant`: "⩾", `\lesssim`: "≲", `\gtrsim`: "≳",
	`\in`: "∈", `\notin`: "∉", `\subset`: "⊂", `\subseteq`: "⊆", `\cup`: "∪", `\cap`: "∩", `\setminus`: "∖", `\mid`: "∣", `\parallel`: "∥",
	`\to`: "→", `\rightarrow`: "→", `\leftarrow`: "←", `\gets`: "←", `\Rightarrow`: "⇒", `\Leftarrow`: "⇐", `\iff`: "⟺", `\implies`: "⟹",
	`\leftrightarrow`: "↔", `\Leftrightarrow`: "⇔", `\mapsto`: "↦", `\uparrow`: "↑", `\downarrow`: "↓",
	`\land`: "∧", `\wedge`: "∧", `\lor`: "∨", `\vee`: "∨", `\neg`: "¬", `\lnot`: "¬", `\oplus`: "⊕", `\otimes`: "⊗", `\odot`: "⊙",
	`\forall`: "∀", `\exists`: "∃", `\nabla`: "∇", `\partial`: "∂", `\colon`: ":", `\prime`: "′",
	`\lfloor`: "⌊", `\rfloor`: "⌋", `\lceil`: "⌈", `\rceil`: "⌉", `\langle`: "⟨", `\rangle`: "⟩", `\lvert`: "|", `\rvert`: "|", `\vert`: "|", `\|`: "‖", `\Vert`: "‖",
	`\lbrace`: "{", `\rbrace`: "}", `\lbrack`: "[", `\rbrack`: "]", `\bmod`: "mod", `\mod`: "mod",
	`\dots`: "…", `\ldots`: "…", `\cdots`: "⋯", `\vdots`: "⋮", `\ddots`: "⋱", `\therefore`: "∴", `\because`: "∵",
}

// texLarge are the operators whose scripts are limits in display style.
var texLarge = map[string]string{
	`\sum`: "∑", `\prod`: "∏", `\int`: "∫", `\iint`: "∬", `\oint`: "∮", `\bigcup`: "⋃", `\bigcap`: "⋂", `\bigoplus`: "⨁",
}

// texLetters become <mi>.
var texLetters = map[string]string{
	`\alpha`: "α", `\beta`: "β", `\gamma`: "γ", `\delta`: "δ", `\epsilon`: "ϵ", `\varepsilon`: "ε", `\zeta`: "ζ", `\eta`: "η",
	`\theta`: "θ", `\vartheta`: "ϑ", `\iota`: "ι", `\kappa`: "κ", `\lambda`: "λ", `\mu`: "μ", `\nu`: "ν", `\xi`: "ξ", `\omicron`: "ο",
	`\pi`: "π", `\varpi`: "ϖ", `\rho`: "ρ", `\varrho`: "ϱ", `\sigma`: "σ", `\varsigma`: "ς", `\tau`: "τ", `\upsilon`: "υ",
	`\phi`: "ϕ", `\varphi`: "φ", `\chi`: "χ", `\psi`: "ψ", `\omega`: "ω",
	`\Gamma`: "Γ", `\Delta`: "Δ", `\Theta`: "Θ", `\Lambda`: "Λ", `\Xi`: "Ξ", `\Pi`: "Π", `\Sigma`: "Σ", `\Upsilon`: "Υ", `\Phi`: "Φ", `\Psi`: "Ψ", `\Omega`: "Ω",
	`\infty`: "∞", `\ell`: "ℓ", `\hbar`: "ℏ", `\Re`: "ℜ", `\Im`: "ℑ", `\emptyset`: "∅", `\varnothing`: "∅", `\imath`: "ı", `\jmath`: "ȷ", `\degree`: "°",
}

func texWidth(em string) string { return `<mspace width="` + em + `em"></mspace>` }

var texSpace = map[string]string{
	`\,`: texWidth("0.167"), `\thinspace`: texWidth("0.167"), `\:`: texWidth("0.222"), `\;`: texWidth("0.278"), `\!`: texWidth("-0.167"),
	`\ `: texWidth("0.333"), "\\\n": texWidth("0.333"), `\quad`: texWidth("1"), `\qquad`: texWidth("2"), `\\`: "",
}

// texFunctions and texLimits are upright names; those of texLimits take limits.
var (
	texFunctions = wordSet("log ln lg exp sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan deg dim arg ker hom")
	texLimits    = wordSet("min max lim sup inf det gcd limsup liminf Pr")
)

var texAccents = map[string]string{
	"hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~", "vec": "→", "dot": "˙", "ddot": "¨", "overrightarrow": "→",
}

// texVariants take their argument as text.
var texVariants = map[string]func(string) string{
	"text": texText, "textrm": texText, "textnormal": texText, "mbox": texText, "operatorname": texUpright, "mathrm": texUpright, "tag": texTag,
	"textbf": texStyled("mtext", "tex-bold"), "textit": texStyled("mtext", "tex-italic"), "texttt": texStyled("mtext", "tex-mono"),
	"mathbf": texStyled("mi", "tex-bold"), "boldsymbol": texStyled("mi", "tex-bold"), "mathtt": texStyled("mi", "tex-mono"), "mathsf": texStyled("mi", "tex-sans"),
	"mathit": texStyled("mi", "tex-italic"), "mathcal": texStyled("mi", "tex-script"),
	"mathbb": func(s string) string { return element("mi", texDouble.Replace(s)) },
}

var texDouble = strings.NewReplacer("N", "ℕ", "Z", "ℤ", "Q", "ℚ", "R", "ℝ", "C", "ℂ", "P", "ℙ", "E", "𝔼")

var texUnescape = strings.NewReplacer(`\_`, "_", `\%`, "%", `\&`, "&", `\#`, "#", `\$`, "$", `\{`, "{", `\}`, "}", `\ `, " ", "~",
	" ", "$", "")

// texText keeps the blanks, which MathML would drop at the ends.
func texText(s string) string {
	return element("mtext", strings.ReplaceAll(texUnescape.Replace(s), " ", "\u00a0"))
}

func texTag(s string) string { return texWidth("2") + texText("("+s+")") }

func texUpright(s string) string {
	return `<mi mathvariant="normal">` + html.EscapeString(texUnescape.Replace(s)) + "</mi>"
}

func texStyled(name, class string) func(string) string {
	return func(s string) string {
		text := texUnescape.Replace(s)
		if letter, ok := texLetters[strings.TrimSpace(text)]; ok {
			text = letter
		}
		return "<" + name + ` class="` + class + `">` + html.EscapeString(text) + "</" + name + ">"
	}
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
