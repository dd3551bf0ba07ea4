// memcpy, memmove and memset of device code: word by word where all of it is aligned.

__device__ void *memcpy(void *to, const void *from, size_t bytes) {
	if ((((size_t)to | (size_t)from | bytes) & 3) == 0)
		for (size_t i = 0; i < bytes / 4; i++) ((unsigned *)to)[i] = ((const unsigned *)from)[i];
	else
		for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
	return to;
}
__device__ void *memmove(void *to, const void *from, size_t bytes) {
	if ((size_t)to < (size_t)from)
		for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
	else
		for (size_t i = bytes; i > 0; i--) ((unsigned char *)to)[i - 1] = ((const unsigned char *)from)[i - 1];
	return to;
}
__device__ void *memset(void *to, int value, size_t bytes) {
	unsigned b = value & 255;
	if ((((size_t)to | bytes) & 3) == 0)
		for (size_t i = 0; i < bytes / 4; i++) ((unsigned *)to)[i] = b * 0x01010101u;
	else
		for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = (unsigned char)b;
	return to;
}
