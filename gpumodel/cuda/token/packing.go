package token

// A packing is the #pragma pack in force: 0 for none.
type packing struct {
	most  int
	outer []int
}

// packings are the numbers of #pragma pack; gcc ignores others, and so 0 is none.
var packings = map[string]int{"0": 0, "1": 1, "2": 2, "4": 4, "8": 8, "16": 16}

// pragma reads what stands behind #pragma pack: (), (n), (push), (push, n) or (pop).
func (k *packing) pragma(args []Token) {
	for _, t := range args {
		switch n, ok := packings[t.Text]; {
		case t.Is("push"):
			k.outer = append(k.outer, k.most)
		case t.Is("pop"):
			if last := len(k.outer) - 1; last >= 0 {
				k.most, k.outer = k.outer[last], k.outer[:last]
			}
		case t.Is("(") && len(args) == 2:
			k.most = 0
		case ok:
			k.most = n
		}
	}
}

// mark notes the packing at the words that begin a struct.
func (k *packing) mark(toks []Token) {
	if k.most == 0 {
		return
	}
	for i := range toks {
		if t := &toks[i]; t.Is("struct") || t.Is("class") || t.Is("union") {
			t.Pack = k.most
		}
	}
}
