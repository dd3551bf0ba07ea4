package curve

import (
	"crypto/ecdh"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"sync"

	"golang.org/x/crypto/nacl/box"
	"golang.org/x/crypto/nacl/secretbox"
)

// A boxKey seals and opens what two key pairs have in common: the crypto_box of NaCl.
type boxKey [32]byte

// publicToAll is what every key pair has in common with a public key of low order.
var publicToAll = sync.OnceValue(func() *boxKey {
	k := new(boxKey)
	box.Precompute((*[32]byte)(k), new([32]byte), new([32]byte))
	return k
})

// agree is crypto_box_beforenm, but it refuses a public key of low order: a client
// could send one, and the box of its HELLO would no longer prove that it knows the
// server's key.
func agree(secret *ecdh.PrivateKey, public []byte) (*boxKey, error) {
	k := new(boxKey)
	box.Precompute((*[32]byte)(k), (*[32]byte)(public), (*[32]byte)(secret.Bytes()))
	if subtle.ConstantTimeCompare(k[:], publicToAll()[:]) == 1 {
		return nil, errors.New("public key of low order")
	}
	return k, nil
}

// seal appends the box to out. The nonce is a name, which says what the box is, and
// a rest; both together are used once for each key.
func (k *boxKey) seal(out []byte, name string, rest, plain []byte) []byte {
	return secretbox.Seal(out, plain, nonce(name, rest), (*[32]byte)(k))
}

var errBox = errors.New("not sealed with the right keys")

// open appends the content of the box to out.
func (k *boxKey) open(out []byte, name string, rest, sealed []byte) ([]byte, error) {
	plain, ok := secretbox.Open(out, sealed, nonce(name, rest), (*[32]byte)(k))
	if !ok {
		return nil, errBox
	}
	return plain, nil
}

func nonce(name string, rest []byte) *[24]byte {
	var n [24]byte
	if copy(n[copy(n[:], name):], rest) != len(n)-len(name) || len(name)+len(rest) != len(n) {
		panic("BUG: curve: nonce of the wrong length")
	}
	return &n
}

// random returns n bytes that nobody can guess.
func random(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}
