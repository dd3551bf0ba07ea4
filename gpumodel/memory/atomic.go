package memory

// An atomicUnit does the read-modify-writes of a partition. Those on one word take
// turns: the next one starts when the word is written back. Others pass.
type atomicUnit struct {
	words map[uint64]*atomicWord
}

// An atomicWord is a word that atomics are at work on.
type atomicWord struct {
	free  Time  // when it is written back
	turns int64 // that it took so far
}

// mostWords bounds the words that a unit remembers.
const mostWords = 1 << 12

// turn books an atomic whose word has been read at a time. It returns when the new
// value is written back, and how many turns in a row the word has taken.
func (u *atomicUnit) turn(word uint64, at, length Time) (Time, int64) {
	w := u.words[word]
	if w == nil {
		u.forget(at)
		w = &atomicWord{free: at}
		u.words[word] = w
	}
	w.free = max(w.free, at) + length
	w.turns++
	return w.free, w.turns
}

// forget drops the words that are free again, if there are many.
func (u *atomicUnit) forget(now Time) {
	if u.words == nil {
		u.words = map[uint64]*atomicWord{}
	}
	if len(u.words) < mostWords {
		return
	}
	for word, w := range u.words {
		if w.free <= now {
			delete(u.words, word)
		}
	}
}
