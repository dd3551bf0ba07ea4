package zmtp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-zeromq/zmq4"

	"warpbook.dev/kernel/zmtp/curve"
)

// An XPub publishes to every peer that subscribed to a prefix of a message's first
// frame, the topic. Nothing is dropped for a peer that reads: Send queues, and who
// produces a lot calls Wait between messages.
type XPub struct {
	*server
	// onSubscribe returns what a new subscriber is sent first; nil for nothing.
	onSubscribe func(topic string) [][]byte
}

// ListenXPub binds an XPUB socket. onSubscribe, if not nil, is called at each
// subscription with its topic; the message that it returns goes to that subscriber
// only, before anything published later (the iopub_welcome of JEP 65). report, if not
// nil, hears of what is refused and of subscribers that are given up.
func ListenXPub(network, address string, keys *curve.Keys, onSubscribe func(topic string) [][]byte, report func(error)) (*XPub, error) {
	return listenXPub(network, address, keys, defaultLimits, onSubscribe, report)
}

func listenXPub(network, address string, keys *curve.Keys, lim limits, onSubscribe func(topic string) [][]byte,
	report func(error)) (*XPub, error) {
	s, err := listen(network, address, keys, zmq4.XPub, lim, report)
	if err != nil {
		return nil, err
	}
	return newXPub(s, onSubscribe), nil
}

// newXPub makes an XPUB of a server and starts it.
func newXPub(s *server, onSubscribe func(topic string) [][]byte) *XPub {
	x := &XPub{server: s, onSubscribe: onSubscribe}
	s.receive = x.subscription
	s.start()
	return x
}

// subscription handles what a subscriber sends: 1 or 0, and the topic. (ZMTP 3.0,
// which zmq4 announces, has these as messages; the commands came with 3.1.)
func (x *XPub) subscription(p *peer, frames [][]byte) error {
	if len(frames) != 1 || len(frames[0]) == 0 || frames[0][0] > 1 || len(frames[0]) > maxTopic {
		return errors.New("zmtp: XPUB message that is not a subscription")
	}
	topic := string(frames[0][1:])
	var welcome [][]byte
	if frames[0][0] == 1 && x.onSubscribe != nil {
		welcome = x.onSubscribe(topic)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	switch frames[0][0] {
	case 0:
		delete(p.topic, topic)
	case 1:
		if len(p.topic) == maxTopics {
			return fmt.Errorf("zmtp: more than %d subscriptions", maxTopics)
		}
		p.topic[topic] = struct{}{}
		if welcome != nil {
			p.enqueue(encode(welcome))
		}
	}
	return nil
}

// maxTopic and maxTopics bound what a subscriber may ask for: each message is held
// against each of its topics.
const maxTopic, maxTopics = 256, 64

// Send queues a message for its subscribers. It never waits for the network.
func (x *XPub) Send(frames [][]byte) error {
	if len(frames) == 0 {
		return errors.New("zmtp: XPUB message without a topic")
	}
	message := encode(frames)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return errClosed
	}
	for p := range x.peers {
		if p.subscribed(string(frames[0])) {
			p.enqueue(message)
		}
	}
	return nil
}

func (p *peer) subscribed(topic string) bool {
	for prefix := range p.topic {
		if strings.HasPrefix(topic, prefix) {
			return true
		}
	}
	return false
}

// Wait returns when no subscriber is more than 64 MiB behind, or ctx ends. A slow
// subscriber thus slows the producer down instead of losing messages; one that far
// behind which has read less than 1 MiB a second for 10 s is disconnected, so that it
// does not hold up the others for ever.
func (x *XPub) Wait(ctx context.Context) error {
	for x.full() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-x.done:
			return errClosed
		case <-time.After(2 * time.Millisecond):
		}
	}
	return nil
}

func (x *XPub) full() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	full := false
	for p := range x.peers {
		full = p.full() || full // ask every peer: asking drops the stalled ones
	}
	return full
}
