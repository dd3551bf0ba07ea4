// Package libm has the mathematical functions of a C library for doubles. Their results are the nearest doubles but for rare inputs, as
// those of a good C library are; Go's functions err by many units in the last place for some arguments.
//
// The functions compute with pairs of doubles, some 100 bits (type pair), and round once. Begin with Exp and Log: powers, hyperbolic
// functions and their inverses follow from the two. Trigonometric functions first take off multiples of pi/2, with as many bits as that
// needs.
package libm
