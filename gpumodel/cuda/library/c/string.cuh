// What a host has of string.h and ctype.h. The names that begin with __sys_ are those of package host.

// string.h
int memcmp(const void *a, const void *b, size_t n) { return (int)__sys_memcmp(a, b, n); }
size_t strlen(const char *s) { return __sys_strlen(s); }
int strcmp(const char *a, const char *b) { return (int)__sys_strcmp(a, b, -1L); }
int strncmp(const char *a, const char *b, size_t n) { return (int)__sys_strcmp(a, b, n); }
int strcasecmp(const char *a, const char *b) { return (int)__sys_strcasecmp(a, b); }
char *strcpy(char *to, const char *from) { return (char *)__sys_strcpy(to, from, -1L); }
char *strncpy(char *to, const char *from, size_t n) { return (char *)__sys_strcpy(to, from, n); }
int strncasecmp(const char *a, const char *b, size_t n) { return (int)__sys_strncasecmp(a, b, n); }
char *stpcpy(char *to, const char *from) { __sys_strcpy(to, from, -1L); return to + strlen(to); }
int strcoll(const char *a, const char *b) { return (int)__sys_strcmp(a, b, -1L); }
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
char *strncat(char *to, const char *from, size_t n)
{
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}
char *strchr(const char *s, int c) { for (; *s != (char)c; s++) if (!*s) return 0; return (char *)s; }
char *strrchr(const char *s, int c) { char *found = 0; for (;; s++) { if (*s == (char)c) found = (char *)s; if (!*s) return found; } }
char *strstr(const char *s, const char *of) { return (char *)__sys_strstr(s, of); }
char *strdup(const char *s) { char *to = (char *)__sys_malloc(strlen(s) + 1); return strcpy(to, s); }
char *strndup(const char *s, size_t n)
{
    size_t length = 0;
    while (length < n && s[length]) length++;
    char *to = (char *)__sys_malloc(length + 1);
    __sys_memcpy(to, s, length);
    to[length] = 0;
    return to;
}
size_t strnlen(const char *s, size_t n) { size_t i = 0; while (i < n && s[i]) i++; return i; }
size_t strspn(const char *s, const char *of) { size_t n = 0; while (s[n] && strchr(of, s[n])) n++; return n; }
size_t strcspn(const char *s, const char *of) { size_t n = 0; while (s[n] && !strchr(of, s[n])) n++; return n; }
char *strpbrk(const char *s, const char *of) { s += strcspn(s, of); return *s ? (char *)s : 0; }
char *strtok_r(char *s, const char *of, char **rest)
{
    if (!s) s = *rest;
    s += strspn(s, of);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, of);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}
char *__tokens;
char *strtok(char *s, const char *of) { return strtok_r(s, of, &__tokens); }
char *strsep(char **s, const char *of)
{
    char *begin = *s;
    if (!begin) return 0;
    char *end = begin + strcspn(begin, of);
    *s = *end ? end + 1 : 0;
    *end = 0;
    return begin;
}
void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = (const unsigned char *)s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c) return (void *)(p + i);
    return 0;
}
void *mempcpy(void *to, const void *from, size_t n) { __sys_memcpy(to, from, n); return (char *)to + n; }
void bzero(void *s, size_t n) { __sys_memset(s, 0, n); }
void bcopy(const void *from, void *to, size_t n) { __sys_memmove(to, from, n); }
char *strerror(int error) { return (char *)__sys_strerror(error); }

// ctype.h
int isspace(int c) { return c == ' ' || c >= 9 && c <= 13; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalpha(int c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int tolower(int c) { return isupper(c) ? c + 32 : c; }
int toupper(int c) { return islower(c) ? c - 32 : c; }
int isxdigit(int c) { return isdigit(c) || (c | 32) >= 'a' && (c | 32) <= 'f'; }
int iscntrl(int c) { return c >= 0 && c < 32 || c == 127; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isascii(int c) { return c >= 0 && c < 128; }
