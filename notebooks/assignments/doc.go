// Package assignments holds the course's assignments: source/ with their solutions and hidden
// tests, release/ what [warpbook.dev/notebooks/grading.Release] makes of them for students:
//
//	go test ./notebooks/assignments -update
package assignments
