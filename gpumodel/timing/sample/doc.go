// Package sample chooses which blocks of a launch, and which iterations of their loops, are
// simulated, and estimates the time of the others.
package sample
