// Package cputime is the clock of tests that must not depend on what else the machine does: it counts
// the time in which a processor worked for this process, or for one thread of it.
package cputime
