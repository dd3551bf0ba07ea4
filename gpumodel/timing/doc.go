// Package timing turns the traces of blocks into time. It is the face of its rooms: engine replays
// traces as events, memsys has the memory of each generation, sample chooses what is simulated.
package timing
