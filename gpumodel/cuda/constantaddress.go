package cuda

// An address in the initialiser of a __device__ or __constant__ variable is constant if it leads to such a variable, or into it, or
// to a literal. nvcc leaves a relocation there: where variables lie is known when they are placed, and not before.

// constantAddress tells whether a pointer is the address of a variable of the device, with offsets that are constant. A literal becomes
// such a variable.
func (p *parser) constantAddress(x Expr) bool {
	switch x := x.(type) {
	case *StringLit:
		x.Array = p.textArray(x) // at file scope a literal is the host's
		return x.Array != nil
	case *Cast:
		switch {
		case x.Type.Kind != Pointer:
			return false
		case x.Decay:
			return p.constantPlace(x.X)
		}
		return x.X.T().Kind == Pointer && p.constantAddress(x.X)
	case *Unary:
		return x.Op == "&" && p.constantPlace(x.X)
	case *Binary:
		return (x.Op == "+" || x.Op == "-") && x.Type.Kind == Pointer && p.constantAddress(x.X) && isLit(x.Y)
	}
	return false
}

// constantPlace tells whether x is a variable of the device, or a part of one that is known.
func (p *parser) constantPlace(x Expr) bool {
	switch x := x.(type) {
	case *Ident:
		return (x.Var.Storage == Device || x.Var.Storage == Constant) && !x.Var.Host
	case *Member:
		return p.constantPlace(x.X)
	case *Index:
		return isLit(x.I) && (p.constantPlace(x.X) || p.constantAddress(x.X))
	case *Unary:
		return x.Op == "*" && p.constantAddress(x.X)
	}
	return false
}

func isLit(x Expr) bool {
	_, ok := x.(*Lit)
	return ok
}
