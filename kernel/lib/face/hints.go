package face

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A Hint tells completion what may stand for a parameter of a call. Hints has one for each
// parameter, in the notation of [cell.Entry].
type (
	Hint  = func(c cell.Call) []cell.Offer
	Hints map[string]Hint
)

// Offers are strings that may stand for a parameter.
func Offers(list []string) []cell.Offer {
	var offers []cell.Offer
	for _, w := range list {
		offers = append(offers, cell.Offer{Value: starlark.String(w)})
	}
	return offers
}

// Words are the values of a parameter that takes one of them.
func Words(list ...string) Hint {
	return func(cell.Call) []cell.Offer { return Offers(list) }
}

// YesOrNo are the values of a parameter that is True or False.
func YesOrNo(cell.Call) []cell.Offer {
	return []cell.Offer{{Value: starlark.True}, {Value: starlark.False}}
}
