// Package store keeps what was computed in files, for the next session: a value of bytes by the key of all that it depends on.
//
// [Open] is the place to begin. A value is found again only by the build of Warpbook that has put it there ([Version]): what another
// model says is of no use. A store is bounded in bytes, and what was not used for longest goes. Several processes may use one folder
// at a time: an entry is written beside its place and moved there, and what is not whole is not there. Nothing that is wrong with the
// folder is an error of those who compute: they compute again.
package store
