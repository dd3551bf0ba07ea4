// Package token makes of a CUDA C++ source the tokens that the parser reads: it scans, runs the directives and expands the macros. It
// also has the places in sources and headers, and the errors that stand there.
//
// # The idea
//
// Nothing here knows types, names that a source declares, or what CUDA's libraries have. What a preprocessor must know of the language
// is in its [Options]: the macros that are defined, the headers that are known, and how the line of an #if is evaluated.
//
// A [Token] stands where the user wrote it, also if it comes out of a macro. A [Pos] counts lines through the source and its headers;
// [Files] tells which file has a line. Columns are in code points.
//
// # The way of the data
//
//	source -> Scan         tokens with positions           scan.go
//	tokens -> Preprocess   macros, #if, #include: a Unit   preprocess.go, macro.go, include.go, pragma.go
//
// Sources of a program are joined to one text before (sources.go). Errors are collected by a [Reporter] (errors.go). The values of
// literals are in literal.go.
//
// Begin with scan.go (Token) and preprocess.go (Preprocess).
//
// # What is hard
//
//   - Macro expansion: macro.go, after Prosser's algorithm.
//   - Lines that count through several files: files.go.
//   - >> and >>> may close lists of template arguments, and >>> the configuration of a launch: splitangles.go.
package token
