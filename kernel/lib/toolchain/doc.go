// Package toolchain is nvcc without a host compiler: it reads the command line of nvcc, compiles, and writes files. Which files, and what
// runs a program, is its user's business: notebooks give it their folder, and the command warpbook nvcc the computer's files.
//
// A file that nvcc writes here holds sources, not machine code: see [Unit] and [Binary]. So a program file works when its sources are
// gone, and on each computer that has Warpbook.
//
// Begin with [Compiler.Run].
package toolchain
