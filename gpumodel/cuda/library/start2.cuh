// What begins a program whose main has parameters.

__global__ void __start(int argc, char **argv) { exit(main(argc, argv)); }
