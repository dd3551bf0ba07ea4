package vector

import "math/bits"

// storeOrders are the orders in which lanes store words of at most 4, of 8 and of 16 bytes, so that of lanes that meet at one place that
// one is the last whose value stays on an H100: the lowest one, and of wider words the lowest one of the last half or quarter of the
// warp, since a warp stores 128 bytes at a time.
var storeOrders = func() (orders [3][32]uint8) {
	for k := range orders {
		part := 32 >> k
		for i := range 32 {
			orders[k][i] = uint8(i/part*part + part - 1 - i%part)
		}
	}
	return orders
}()

// StoreOrder is the order in which the lanes of a warp store words of some bytes.
func StoreOrder(bytes int) *[32]uint8 {
	switch {
	case bytes <= 4:
		return &storeOrders[0]
	case bytes <= 8:
		return &storeOrders[1]
	}
	return &storeOrders[2]
}

// ResolveStores finds out which of some lanes' words stay where all store so many bytes each. It is for offsets that Arrange has seen.
func (o *Offsets) ResolveStores(lanes uint32, bytes int) {
	order, last := StoreOrder(bytes), uint32(0)
	for k := 31; k >= 0; k-- {
		i := order[k]
		if lanes>>i&1 == 0 {
			continue
		}
		stays := true
		for rest := last; rest != 0 && stays; rest &= rest - 1 {
			stays = o.Of[bits.TrailingZeros32(rest)] != o.Of[i]
		}
		if stays {
			last |= 1 << i
		}
	}
	if o.last = last; last != lanes {
		o.way = scattered
	}
}
