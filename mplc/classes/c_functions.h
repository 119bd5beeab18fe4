// The functions of the C library that the run-time system's headers declare at global scope. A
// class may share its name with a function; the alias that stands for a Mentat class may not.
#pragma once

#include <string>
#include <string_view>

namespace mentat::mplc {

// Leaves out names that no class has: names with digits or underscores, and the variants of
// mathematical functions for other types.
inline constexpr std::string_view c_functions =
    " "
    "abort abs access acct acos acosh alarm alloca asctime asin asinh asprintf atan atanh atexit "
    "atof atoi atol basename bcmp bcopy brk bsearch btowc bzero calloc canonicalize cbrt ceil "
    "chdir chown chroot clearenv clearerr clock clone close closefrom confstr copysign cos cosh "
    "crypt ctermid ctime cuserid daddl daemon ddivl dfmal difftime div dmull dprintf drem dsqrtl "
    "dsubl dup duplocale dysize eaccess ecvt endusershell erf erfc euidaccess execl execle execlp "
    "execv execve execveat execvp execvpe exit exp fabs faccessat fadd fchdir fchown fchownat "
    "fclose fcloseall fcvt fdatasync fdim fdiv fdopen feof ferror fexecve fflush ffma ffs fgetc "
    "fgetpos fgets fgetwc fgetws fileno finite flockfile floor fma fmax fmaximum fmaxmag fmemopen "
    "fmin fminimum fminmag fmod fmul fopen fopencookie fork fpathconf fprintf fputc fputs fputwc "
    "fputws fread free freelocale freopen frexp fromfp fromfpx fscanf fseek fseeko fsetpos fsqrt "
    "fsub fsync ftell ftello ftruncate ftrylockfile funlockfile fwide fwprintf fwrite fwscanf "
    "gamma gcvt getc getchar getcpu getcwd getdate getdelim getdomainname getdtablesize getegid "
    "getentropy getenv geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin "
    "getopt getpagesize getpass getpayload getpgid getpgrp getpid getppid getpt getresgid "
    "getresuid getsid getsubopt gettid getuid getusershell getw getwc getwchar getwd gmtime "
    "grantpt hypot ilogb index initstate isalnum isalpha isascii isatty isblank iscanonical "
    "iscntrl isctype isdigit iseqsig isgraph isinff isinfl islower isnanf isnanl isprint ispunct "
    "issignaling isspace isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph "
    "iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit iszero jn labs lchown ldexp "
    "ldiv lgamma link linkat llabs lldiv llogb llrint llround localeconv localtime lockf log logb "
    "lrint lround lseek madvise malloc mblen mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs "
    "mbtowc memccpy memchr memcmp memcpy memfrob memmem memmove mempcpy memrchr memset mincore "
    "mkdtemp mkostemp mkostemps mkstemp mkstemps mktemp mktime mlock mlockall mmap modf mprotect "
    "mremap msync munlock munlockall munmap nan nanosleep nearbyint newlocale nextafter nextdown "
    "nexttoward nextup nice pathconf pause pclose perror pipe popen pow pread printf profil "
    "pselect ptsname putc putchar putenv puts putw putwc putwchar pwrite qecvt qfcvt qgcvt qsort "
    "rand random rawmemchr read readlink readlinkat realloc reallocarray realpath remainder "
    "remove remquo rename renameat revoke rewind rindex rint rmdir round roundeven rpmatch sbrk "
    "scalb scalbln scalbn scanf select setbuf setbuffer setdomainname setegid setenv seteuid "
    "setgid sethostid sethostname setlinebuf setlocale setlogin setns setpayload setpayloadsig "
    "setpgid setpgrp setregid setresgid setresuid setreuid setsid setstate setuid setusershell "
    "setvbuf significand sin sincos sinh sleep snprintf sprintf sqrt srand srandom sscanf stpcpy "
    "stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup "
    "strerror strfromd strfromf strfroml strfry strftime strlen strncasecmp strncat strncmp "
    "strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn strstr strtod "
    "strtof strtok strtol strtold strtoq strtoul strtouq strverscmp strxfrm swab swprintf swscanf "
    "symlink symlinkat sync syncfs syscall sysconf system tan tanh tcgetpgrp tcsetpgrp tempnam "
    "tgamma time timegm timelocal tmpfile tmpnam toascii tolower totalorder totalordermag toupper "
    "towctrans towlower towupper trunc truncate ttyname ttyslot tzset ualarm ufromfp ufromfpx "
    "ungetc ungetwc unlink unlinkat unlockpt unsetenv unshare uselocale usleep valloc vasprintf "
    "vdprintf vfork vfprintf vfscanf vfwprintf vfwscanf vhangup vprintf vscanf vsnprintf vsprintf "
    "vsscanf vswprintf vswscanf vwprintf vwscanf wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr "
    "wcschrnul wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp "
    "wcsncpy wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstok "
    "wcstol wcstold wcstombs wcstoq wcstoul wcstouq wcswcs wcswidth wcsxfrm wctob wctomb wctrans "
    "wctype wcwidth wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset wprintf write wscanf yn ";

inline bool is_c_function(const std::string& name) {
  return c_functions.find(" " + name + " ") != std::string_view::npos;
}

}  // namespace mentat::mplc
