package memory

import "math/bits"

// bankQueues hold the requests of one direction: a list for each bank, in the order in which the bank serves them.
// What decides which bank goes next lies apart from the requests: it is looked at with each one that is served.
type bankQueues struct {
	heads  []head   // of banks
	busy   []uint64 // a bit for each bank with requests
	nodes  []node   // number 0 is none
	unused int32    // the first node that holds nothing, in a list by next
	n      int      // requests
	orders int64    // requests that have arrived
}

// A head is what the first request of a bank is, and where the bank's list is.
type head struct {
	// ready is when the bank is ready for the column command, its group and the bus apart. If its row has to be opened first (opens),
	// it is when it is ready for that.
	ready       Time
	opens       bool
	group       int32 // of the bank
	at          Time  // arrival
	row         int64
	order       int64 // number of the arrival
	first, last int32 // nodes; 0 is none
}

// A node is a request in a list.
type node struct {
	Request
	order      int64
	prev, next int32
}

func newBankQueues(banks int, groups int32) bankQueues {
	q := bankQueues{heads: make([]head, banks), busy: make([]uint64, (banks+63)/64), nodes: make([]node, 1, 1+banks)}
	for i := range q.heads {
		q.heads[i].group = int32(i) % groups
	}
	return q
}

// add queues a request, and reports whether it is the first one of its bank. A read goes behind the last one of its row, so that all
// that wait for a row are served while it is open (FR-FCFS). Writes keep their
// order, but the crossbar keeps together what one warp sends to a row.
func (q *bankQueues) add(r *Request) (first bool) {
	x := q.unused
	if x == 0 {
		x = int32(len(q.nodes))
		q.nodes = append(q.nodes, node{})
	}
	order := q.orders
	q.n++
	q.orders++
	h, new := &q.heads[r.bank], &q.nodes[x]
	q.unused = new.next
	new.Request, new.order = *r, order
	before := h.last
	for i := before; i != 0; i = q.nodes[i].prev {
		if o := &q.nodes[i]; o.row == r.row && (!r.Write || o.Owner == r.Owner) {
			before = i
			break
		}
	}
	new.prev, new.next = before, 0
	if before == 0 {
		h.first, h.last = x, x
		h.at, h.row, h.order = r.at, r.row, order
		q.busy[r.bank/64] |= 1 << (r.bank % 64)
		return true
	}
	o := &q.nodes[before]
	new.next, o.next = o.next, x
	if new.next == 0 {
		h.last = x
	} else {
		q.nodes[new.next].prev = x
	}
	return false
}

// take removes the first request of a bank. more reports whether the one behind it is for the same row.
func (q *bankQueues) take(bank int, r *Request) (more bool) {
	h := &q.heads[bank]
	x := h.first
	old := &q.nodes[x]
	*r = old.Request
	h.first = old.next
	old.next, q.unused = q.unused, x
	q.n--
	if h.first == 0 {
		h.last = 0
		q.busy[bank/64] &^= 1 << (bank % 64)
		return false
	}
	next := &q.nodes[h.first]
	next.prev = 0
	h.at, h.row, h.order = next.at, next.row, next.order
	return h.row == r.row
}

// prepare works out when a bank is ready for its first request. Its requests or the bank have changed.
func (q *bankQueues) prepare(p *Partition, bank int32, rcd Time) {
	h, b := &q.heads[bank], &p.banks[bank]
	if h.first == 0 {
		return
	}
	if h.opens = b.row != h.row; h.opens {
		h.ready = max(h.at, b.precharge+p.t.rp, b.activated+p.t.rc)
	} else {
		h.ready = max(h.at, b.activated+rcd)
	}
}

// best is the bank whose first request can have its data earliest, from a time of the bus on, and first come of those that can
// at the same time. rcd is the time from activation to a command, row when the limits on activation allow one. start is when the
// first column command is given, and act when the bank's row is opened, or never if it is open.
func (q *bankQueues) best(p *Partition, bus, rcd, row Time) (bank int, start, act Time) {
	bank, start, act = 0, Time(1<<63-1), never
	order := int64(0)
	for word, left := range q.busy {
		for ; left != 0; left &= left - 1 {
			i := word*64 + bits.TrailingZeros64(left)
			h := &q.heads[i]
			s := h.ready
			if h.opens {
				s = max(s, row) + rcd
			}
			if s = max(s, p.groups[h.group], bus); s < start || s == start && h.order < order {
				bank, start, order = i, s, h.order
			}
		}
	}
	if h := &q.heads[bank]; h.opens {
		act = max(h.ready, row)
	}
	return bank, start, act
}
