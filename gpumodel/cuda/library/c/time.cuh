// What a host has of time.h and sys/time.h: the program has a clock of its own. The names that begin with __sys_ are those of package host.

// time.h, sys/time.h: the program's own clock
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
typedef int clockid_t;
typedef long suseconds_t;
typedef unsigned useconds_t;
typedef long time_t;
struct timeval { long tv_sec, tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct timespec { long tv_sec, tv_nsec; };
time_t time(time_t *at) { time_t now = (time_t)__sys_time(); if (at) *at = now; return now; }
int gettimeofday(timeval *at, void *zone) { long n = (long)__sys_nanoseconds(); at->tv_sec = n / 1000000000; at->tv_usec = n % 1000000000 / 1000; return 0; }
int clock_gettime(int which, timespec *at) { long n = (long)__sys_nanoseconds(); at->tv_sec = n / 1000000000; at->tv_nsec = n % 1000000000; return 0; }
int usleep(unsigned us) { __sys_sleep(us * 1000L); return 0; }
unsigned sleep(unsigned s) { __sys_sleep(s * 1000000000L); return 0; }
int nanosleep(const timespec *t, timespec *rest) { __sys_sleep(t->tv_sec * 1000000000L + t->tv_nsec); return 0; }
int clock_getres(int which, timespec *at) { at->tv_sec = 0; at->tv_nsec = 1; return 0; }
#define TIME_UTC 1
int timespec_get(timespec *at, int base) { if (base != TIME_UTC) return 0; clock_gettime(CLOCK_REALTIME, at); return base; }
double difftime(time_t a, time_t b) { return (double)(a - b); }
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timersub(a, b, r) do { (r)->tv_sec = (a)->tv_sec - (b)->tv_sec; (r)->tv_usec = (a)->tv_usec - (b)->tv_usec; if ((r)->tv_usec < 0) { --(r)->tv_sec; (r)->tv_usec += 1000000; } } while (0)
#define timeradd(a, b, r) do { (r)->tv_sec = (a)->tv_sec + (b)->tv_sec; (r)->tv_usec = (a)->tv_usec + (b)->tv_usec; if ((r)->tv_usec >= 1000000) { ++(r)->tv_sec; (r)->tv_usec -= 1000000; } } while (0)
// Dates are those of UTC.
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
long __days(long y, int m, int d) // since 1970, by the civil calendar
{
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400, of = y - era * 400, day = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + of * 365 + of / 4 - of / 100 + day - 719468;
}
tm *gmtime_r(const time_t *at, tm *t)
{
    long days = *at / 86400, rest = *at % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    long z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365, doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    t->tm_mday = (int)(doy - (153 * mp + 2) / 5 + 1);
    int month = (int)(mp < 10 ? mp + 3 : mp - 9);
    long year = yoe + era * 400 + (month <= 2);
    t->tm_mon = month - 1;
    t->tm_year = (int)(year - 1900);
    t->tm_hour = (int)(rest / 3600);
    t->tm_min = (int)(rest % 3600 / 60);
    t->tm_sec = (int)(rest % 60);
    t->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    t->tm_yday = (int)(days - __days(year, 1, 1));
    t->tm_isdst = 0;
    t->tm_gmtoff = 0;
    t->tm_zone = "GMT";
    return t;
}
tm __date;
char __date_text[64];
tm *gmtime(const time_t *at) { return gmtime_r(at, &__date); }
tm *localtime(const time_t *at) { gmtime_r(at, &__date); __date.tm_zone = "UTC"; return &__date; }
tm *localtime_r(const time_t *at, tm *t) { gmtime_r(at, t); t->tm_zone = "UTC"; return t; }
time_t mktime(tm *t)
{
    time_t at = __days(t->tm_year + 1900L + t->tm_mon / 12, t->tm_mon % 12 + 1, t->tm_mday) * 86400 + t->tm_hour * 3600L + t->tm_min * 60L + t->tm_sec;
    localtime_r(&at, t);
    return at;
}
time_t timegm(tm *t) { return mktime(t); }
const char *__day_names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
const char *__month_names[12] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
char *asctime(const tm *t)
{
    sprintf(__date_text, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", __day_names[t->tm_wday], __month_names[t->tm_mon], t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year);
    return __date_text;
}
char *ctime(const time_t *at) { return asctime(localtime(at)); }
size_t strftime(char *to, size_t n, const char *format, const tm *t)
{
    size_t at = 0;
    char part[64];
    for (; *format; format++) {
        if (*format != '%') {
            part[0] = *format;
            part[1] = 0;
        } else {
            switch (*++format) {
            case 'Y': sprintf(part, "%d", t->tm_year + 1900); break;
            case 'y': sprintf(part, "%02d", t->tm_year % 100); break;
            case 'm': sprintf(part, "%02d", t->tm_mon + 1); break;
            case 'd': sprintf(part, "%02d", t->tm_mday); break;
            case 'e': sprintf(part, "%2d", t->tm_mday); break;
            case 'H': sprintf(part, "%02d", t->tm_hour); break;
            case 'I': sprintf(part, "%02d", (t->tm_hour + 11) % 12 + 1); break;
            case 'M': sprintf(part, "%02d", t->tm_min); break;
            case 'S': sprintf(part, "%02d", t->tm_sec); break;
            case 'p': strcpy(part, t->tm_hour < 12 ? "AM" : "PM"); break;
            case 'j': sprintf(part, "%03d", t->tm_yday + 1); break;
            case 'A': strcpy(part, __day_names[t->tm_wday]); break;
            case 'a': sprintf(part, "%.3s", __day_names[t->tm_wday]); break;
            case 'B': strcpy(part, __month_names[t->tm_mon]); break;
            case 'b': case 'h': sprintf(part, "%.3s", __month_names[t->tm_mon]); break;
            case 'F': sprintf(part, "%d-%02d-%02d", t->tm_year + 1900, t->tm_mon + 1, t->tm_mday); break;
            case 'T': sprintf(part, "%02d:%02d:%02d", t->tm_hour, t->tm_min, t->tm_sec); break;
            case 'R': sprintf(part, "%02d:%02d", t->tm_hour, t->tm_min); break;
            case 'D': case 'x': sprintf(part, "%02d/%02d/%02d", t->tm_mon + 1, t->tm_mday, t->tm_year % 100); break;
            case 'X': sprintf(part, "%02d:%02d:%02d", t->tm_hour, t->tm_min, t->tm_sec); break;
            case 'c': sprintf(part, "%.3s %.3s %2d %02d:%02d:%02d %d", __day_names[t->tm_wday], __month_names[t->tm_mon], t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_year + 1900); break;
            case 'w': sprintf(part, "%d", t->tm_wday); break;
            case 'Z': strcpy(part, t->tm_zone); break;
            case 'z': strcpy(part, "+0000"); break;
            case 's': { tm copy = *t; sprintf(part, "%ld", mktime(&copy)); break; }
            case 'n': strcpy(part, "\n"); break;
            case 't': strcpy(part, "\t"); break;
            case '%': strcpy(part, "%"); break;
            default: part[0] = '%'; part[1] = *format; part[2] = 0;
            }
        }
        size_t length = strlen(part);
        if (at + length >= n) return 0;
        strcpy(to + at, part);
        at += length;
    }
    to[at] = 0;
    return at;
}
