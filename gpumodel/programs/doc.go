// Package programs runs the built-in programs: the texts of package kernels with their usual
// launch, their data, and a reference that their result is compared with.
//
// A Program belongs to a task (task.go), the row that says what its family is given and what
// it must compute; the data of larger tasks have files of their own (climate.go, field.go,
// wave.go, elementwise.go). Begin with Program.Run. A new program is a text and a row in
// kernels/programs.csv; a new family also needs a row of tasks.
package programs
