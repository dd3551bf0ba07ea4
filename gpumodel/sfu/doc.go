// Package sfu computes what the special function unit of a multiprocessor does, bit for bit: the reciprocal, the square
// root and its reciprocal, power and logarithm to the base 2, sine, cosine and hyperbolic tangent of a float. PTX calls
// these rcp.approx, rsqrt.approx, sqrt.approx, ex2.approx, lg2.approx, sin.approx, cos.approx and tanh.approx, SASS calls
// them MUFU, and CUDA's intrinsics (__expf, __logf, __sinf, __fdividef, rsqrtf, …) are a few instructions around them.
//
// The unit interpolates quadratically in a table: the upper bits of the argument's fraction choose a row of three
// coefficients, the lower ones, x, go into c0 + c1 x + c2 x^2 (Oberman and Siu, "A High-Performance Area-Efficient
// Multifunction Interpolator", ARITH 2005, describe such a unit). Its square leaves out the columns of little weight.
// That, the coefficients and the ways into and out of the table were found from the results of an H100 for all 2^32
// floats of each function; data/coefficients.csv has the coefficients, testdata/h100.csv digests of the results.
package sfu
