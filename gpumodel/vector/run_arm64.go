package vector

// Every arm64 has the vector instructions that run needs.
const accelerated = true
