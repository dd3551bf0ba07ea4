// What begins a program whose main has no parameters.

__global__ void __start(int argc, char **argv) { exit(main()); }
