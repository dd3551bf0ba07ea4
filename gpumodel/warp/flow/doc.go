// Package flow analyses the control and data flow of lowered kernels. It knows instructions and registers, and nothing of
// how they are executed: package warp asks it what a launch can leave out or take for granted.
//
// [New] prepares a program: it numbers the registers of all kinds (slots) and connects the instructions. Then
//
//	Code.Slice        the instructions whose values decide on branches and addresses           slice.go
//	Code.Loops        natural loops with one way in                                            loop.go
//	Slice.Skippable   loops whose carried registers are induction variables                    induction.go
//	Loop.Even         ... and whose iterations differ in evenly growing addresses alone        even.go
//	Trips             the number of iterations that are still to come                          trips.go
//	Code.Exits        what the conditions of a loop's exits depend on                          exits.go
//	Code.OnMemory     loops that only a store can end                                          dependence.go
//	Code.Polls        loops in which a warp waits for what another one writes                  polling.go
//	Code.ClockLoops   loops that wait for the clock                                            clockloop.go
//	Code.Leaders      where basic blocks begin                                                 graph.go
//
// Begin with code.go and slice.go; the hardest is induction.go. A pc is an index of isa.Program.Code.
package flow
