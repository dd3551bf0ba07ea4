package curve

import (
	"encoding/hex"
	"strings"
	"testing"
)

// TestKeys reads the key pairs that zmq_curve(7) shows and writes them again.
func TestKeys(t *testing.T) {
	for public, secret := range map[string]string{
		"Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID": "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs",
		"rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7": "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6",
	} {
		k, err := ParseKeys(public, secret)
		if err != nil {
			t.Errorf("%s: %v", public, err)
			continue
		}
		if k.Public() != public || k.Secret() != secret {
			t.Errorf("%s, %s became %s, %s", public, secret, k.Public(), k.Secret())
		}
	}
	k := NewKeys()
	if _, err := ParseKeys(k.Public(), k.Secret()); err != nil {
		t.Errorf("a new key pair: %v", err)
	}
}

// The example of rfc.zeromq.org/spec/32, and a key that was given in hexadecimals.
func TestZ85(t *testing.T) {
	if got := z85([]byte{0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B}); got != "HelloWorld" {
		t.Errorf("HelloWorld became %q", got)
	}
	key, err := parseKey("JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6")
	if want := "8e0bdd697628b91d8f245587ee95c5b04d48963f79259877b49cd9063aead3b7"; err != nil || hex.EncodeToString(key) != want {
		t.Errorf("key %x, %v, want %s", key, err, want)
	}
}

func TestParseKeysRefuses(t *testing.T) {
	k, other := NewKeys(), NewKeys()
	for _, test := range []struct{ public, secret, want string }{
		{"", k.Secret(), "public key: 0 characters, want 40"},
		{k.Public(), k.Secret()[1:], "secret key: 39 characters, want 40"},
		{k.Public(), "\"" + k.Secret()[1:], "secret key: characters 1 to 5 are not Z85"},
		{k.Public()[:35] + "#####", k.Secret(), "public key: characters 36 to 40 are not Z85: over 32 bits"},
		{other.Public(), k.Secret(), "does not belong to the secret key"},
	} {
		_, err := ParseKeys(test.public, test.secret)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q, …: error %v, want one with %q", test.public, err, test.want)
		} else if strings.Contains(err.Error(), test.secret[:len(test.secret)/2]) {
			t.Errorf("the error shows the secret key: %v", err)
		}
	}
}
