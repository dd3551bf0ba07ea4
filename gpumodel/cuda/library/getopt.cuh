// getopt.h: options in the arguments of a program. Arguments that are none are passed over and moved behind them, as glibc does.

char *optarg = 0;
int optind = 1, opterr = 1, optopt = 0;
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
int __option_at = 0;     // in an argument with several short options
int __option_passed = 0; // how many arguments that are none stand behind it

// __behind moves argument i behind the n before it.
void __behind(char **argv, int i, int n)
{
    char *s = argv[i];
    for (int k = i; k > i - n; k--) argv[k] = argv[k - 1];
    argv[i - n] = s;
}
// __option_argument is the argument that follows an option, or null.
char *__option_argument(int argc, char **argv)
{
    if (optind + __option_passed >= argc) return 0;
    __behind(argv, optind + __option_passed, __option_passed);
    return argv[optind++];
}
int __long_option(int argc, char **argv, const char *s, const char *letters, const option *longs, int *index)
{
    size_t n = strcspn(s, "=");
    int found = -1, many = 0;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, s, n)) continue;
        if (strlen(longs[i].name) == n) {
            found = i;
            many = 1;
            break;
        }
        found = i;
        many++;
    }
    if (many != 1) {
        if (opterr && letters[0] != ':') fprintf(stderr, many ? "%s: option '--%s' is ambiguous\n" : "%s: unrecognized option '--%s'\n", argv[0], s);
        optopt = 0;
        return '?';
    }
    const option *o = &longs[found];
    optarg = s[n] ? (char *)s + n + 1 : 0;
    if (o->has_arg == no_argument && optarg) {
        if (opterr && letters[0] != ':') fprintf(stderr, "%s: option '--%s' doesn't allow an argument\n", argv[0], o->name);
        optopt = o->val;
        return '?';
    }
    if (o->has_arg == required_argument && !optarg && !(optarg = __option_argument(argc, argv))) {
        if (opterr && letters[0] != ':') fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], o->name);
        optopt = o->val;
        return letters[0] == ':' ? ':' : '?';
    }
    if (index) *index = found;
    if (o->flag) {
        *o->flag = o->val;
        return 0;
    }
    return o->val;
}
int getopt_long(int argc, char **argv, const char *letters, const option *longs, int *index)
{
    if (optind == 0) {
        optind = 1;
        __option_at = 0;
    }
    optarg = 0;
    if (!__option_at) {
        int passed = 0;
        while (optind + passed < argc && (argv[optind + passed][0] != '-' || !argv[optind + passed][1])) passed++;
        int at = optind + passed;
        if (at >= argc) return -1;
        char *s = argv[at];
        __behind(argv, at, passed);
        if (!strcmp(s, "--")) {
            optind++;
            return -1;
        }
        optind++;
        __option_passed = passed;
        if (s[1] == '-' && longs) return __long_option(argc, argv, s + 2, letters, longs, index);
        __option_at = 1;
    }
    char *s = argv[optind - 1];
    int c = (unsigned char)s[__option_at++];
    const char *known = c == ':' ? 0 : strchr(letters, c);
    bool last = !s[__option_at];
    if (!known) {
        if (opterr && letters[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        optopt = c;
        if (last) __option_at = 0;
        return '?';
    }
    if (known[1] == ':') {
        if (!last) optarg = s + __option_at;
        else if (known[2] != ':' && !(optarg = __option_argument(argc, argv))) {
            if (opterr && letters[0] != ':') fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            optopt = c;
            c = letters[0] == ':' ? ':' : '?';
        }
        __option_at = 0;
    } else if (last) {
        __option_at = 0;
    }
    return c;
}
int getopt(int argc, char *const *argv, const char *letters) { return getopt_long(argc, (char **)argv, letters, 0, 0); }
