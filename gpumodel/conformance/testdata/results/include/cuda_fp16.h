// host.h has what the kernels need.
