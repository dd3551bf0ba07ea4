// Launches that may begin before the launch ahead of them has ended. Here each launch waits for the one before, so there is nothing to wait for.

__device__ void cudaTriggerProgrammaticLaunchCompletion() {}
__device__ void cudaGridDependencySynchronize() {}
