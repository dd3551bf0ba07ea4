package curve

import (
	"crypto/ecdh"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
)

// Keys are the long-term key pair of a connection file. The kernel's sockets are
// servers with it. Clients know the server by its public key, which nothing on the
// network shows: who has not read the connection file gets no answer.
type Keys struct {
	secret *ecdh.PrivateKey
}

// keySize is the length of a key of Curve25519.
const keySize = 32

// ParseKeys reads a key pair in Z85, as connection files have it.
func ParseKeys(public, secret string) (*Keys, error) {
	p, err := parseKey(public)
	if err != nil {
		return nil, fmt.Errorf("curve: public key: %w", err)
	}
	s, err := parseKey(secret)
	if err != nil {
		return nil, fmt.Errorf("curve: secret key: %w", err)
	}
	k, err := ecdh.X25519().NewPrivateKey(s)
	if err != nil {
		return nil, fmt.Errorf("curve: secret key: %w", err)
	}
	if subtle.ConstantTimeCompare(k.PublicKey().Bytes(), p) == 0 {
		return nil, errors.New("curve: public key: it does not belong to the secret key")
	}
	return &Keys{k}, nil
}

// NewKeys makes a key pair.
func NewKeys() *Keys { return &Keys{newKey()} }

func newKey() *ecdh.PrivateKey {
	k, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		panic("BUG: curve: no key: " + err.Error()) // rand.Reader never fails
	}
	return k
}

// Public is the public key in Z85.
func (k *Keys) Public() string { return z85(k.public()) }

// Secret is the secret key in Z85.
func (k *Keys) Secret() string { return z85(k.secret.Bytes()) }

func (k *Keys) public() []byte { return k.secret.PublicKey().Bytes() }

// z85Digits are the digits of Z85 (rfc.zeromq.org/spec/32): five of them, the most
// significant first, are four bytes.
const z85Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

const z85KeySize = keySize / 4 * 5

func z85(key []byte) string {
	var text strings.Builder
	for ; len(key) >= 4; key = key[4:] {
		n := uint32(key[0])<<24 | uint32(key[1])<<16 | uint32(key[2])<<8 | uint32(key[3])
		for _, place := range []uint32{85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1} {
			text.WriteByte(z85Digits[n/place%85])
		}
	}
	return text.String()
}

// parseKey reads a key in Z85. Its errors do not show the key.
func parseKey(text string) ([]byte, error) {
	if len(text) != z85KeySize {
		return nil, fmt.Errorf("%d characters, want %d of Z85", len(text), z85KeySize)
	}
	var key []byte
	for i := 0; i < len(text); i += 5 {
		var n uint64
		for _, c := range []byte(text[i : i+5]) {
			digit := strings.IndexByte(z85Digits, c)
			if digit < 0 {
				return nil, fmt.Errorf("characters %d to %d are not Z85", i+1, i+5)
			}
			n = n*85 + uint64(digit)
		}
		if n > 1<<32-1 {
			return nil, fmt.Errorf("characters %d to %d are not Z85: over 32 bits", i+1, i+5)
		}
		key = append(key, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return key, nil
}
