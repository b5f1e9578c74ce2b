/*
 * A library that is preloaded into a test program and stands between it and its disk.
 *
 * It watches the files below one folder. It numbers every call that opens, reads, writes, syncs,
 * cuts, renames or removes one of them, and lets call number FAULT_CALL fail. Marks, which the
 * program writes to the file whose name ends in ".said", are watched but never fail.
 *
 * The environment tells it what to do:
 *   FAULT_FOLDER  the folder, absolute; without it everything passes through
 *   FAULT_CALL    the number of the call that fails, from 1
 *   FAULT_TIMES   how many calls that may fail do so from there on; 1 if not given
 *   FAULT_ERRNO   the error that a failing call reports: EIO (5) if not given. With ENOSPC (28) only
 *                 calls that need room fail.
 *   FAULT_SHORT   if set, a read or write is cut to half its length in place of failing
 *   FAULT_LIST    a file that gets a line for every call: its number, kind and file
 *   FAULT_HIT     a file that gets the same line for every call that fails, and one for an allocation
 *   FAULT_TRACE   a file that gets every change in full, for the test of power cuts
 *   FAULT_ALLOC   the number of the allocation that fails, counted from the first mark on
 *   FAULT_ALLOCS  a file that gets the number of all allocations at each mark
 *
 * Syncs are counted and not done: what they promise is looked at in the trace, and a process that
 * ends loses nothing that the kernel has.
 *
 * A record of the trace is six numbers of eight bytes, in the machine's order, and then two texts:
 * kind, length of the path, length of the data, offset, twice 0; the path; the data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, SYNC, CUT, REMOVE, RENAME, CREATE, SYNC_FOLDER, MARK };
static const char *const NAMES[] = { "open",   "read",   "write",  "sync",        "cut",
                                     "remove", "rename", "create", "sync-folder", "mark" };

#define MOST_FILES 4096
/* The path of each open descriptor of a watched file. */
static char *paths[MOST_FILES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static long fail_call, fail_times = 1, calls;
static int fail_errno = EIO, cut_short, list = -1, hit = -1, trace = -1;
static atomic_long fail_alloc, allocations;
static atomic_int armed;
static const char *count_file;

/* The functions behind this library. */
static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pread)(int, void *, size_t, off64_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_close)(int);
static int (*real_ftruncate)(int, off64_t);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);

static long number(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

static int report(const char *name)
{
    const char *path = getenv(name);
    return path ? real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

static void find(void)
{
    real_open = dlsym(RTLD_NEXT, "open64");
    real_openat = dlsym(RTLD_NEXT, "openat64");
    real_read = dlsym(RTLD_NEXT, "read");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pread = dlsym(RTLD_NEXT, "pread64");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_rename = dlsym(RTLD_NEXT, "rename");
}

__attribute__((constructor)) static void begin(void)
{
    find();
    fail_call = number("FAULT_CALL", 0);
    fail_times = number("FAULT_TIMES", 1);
    fail_errno = (int)number("FAULT_ERRNO", EIO);
    fail_alloc = number("FAULT_ALLOC", 0);
    cut_short = getenv("FAULT_SHORT") != NULL;
    count_file = getenv("FAULT_ALLOCS");
    list = report("FAULT_LIST");
    hit = report("FAULT_HIT");
    trace = report("FAULT_TRACE");
    folder = getenv("FAULT_FOLDER");
    /* A program that this one starts is none of ours. */
    unsetenv("LD_PRELOAD");
}

static int watched(const char *path)
{
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_mark(const char *path)
{
    size_t length = strlen(path);
    return length >= 5 && strcmp(path + length - 5, ".said") == 0;
}

/* The path behind a descriptor, NULL if it is not watched. */
static const char *path_of(int fd)
{
    return fd >= 0 && fd < MOST_FILES ? paths[fd] : NULL;
}

static void tell(int to, enum kind kind, const char *path)
{
    char line[600];
    if (to < 0)
        return;
    int length = snprintf(line, sizeof line, "%ld %s %s\n", calls, NAMES[kind], path + strlen(folder));
    if (real_write(to, line, (size_t)length) < 0)
        abort();
}

/* Writes a record of the trace. The caller has the lock. */
static void record(enum kind kind, const char *path, const void *data, size_t length, off64_t offset)
{
    if (trace < 0)
        return;
    const char *name = path + strlen(folder);
    uint64_t head[6] = { kind, strlen(name), length, (uint64_t)offset, 0, 0 };
    if (real_write(trace, head, sizeof head) < 0 || real_write(trace, name, head[1]) < 0
        || (length && real_write(trace, data, length) < 0))
        abort();
}

/* Counts a call, and says whether it fails. The caller has the lock. */
static int fails(enum kind kind, const char *path)
{
    calls++;
    tell(list, kind, path);
    if (fail_call == 0 || calls < fail_call || fail_times == 0)
        return 0;
    if (cut_short && kind != READ && kind != WRITE)
        return 0;
    /* What needs no room does not fail for want of it. */
    if (fail_errno == ENOSPC && kind != WRITE && kind != CREATE)
        return 0;
    fail_times--;
    tell(hit, kind, path);
    return 1;
}

static int opened(int at, const char *path, int flags, mode_t mode)
{
    if (!watched(path))
        return real_openat(at, path, flags, mode);
    pthread_mutex_lock(&lock);
    int fd = -1, error = fail_errno;
    struct stat there;
    int creates = (flags & O_CREAT) && stat(path, &there) != 0;
    if (is_mark(path) || !fails(creates ? CREATE : OPEN, path)) {
        fd = real_openat(at, path, flags, mode);
        error = errno;
        if (fd >= 0 && fd < MOST_FILES) {
            free(paths[fd]);
            paths[fd] = strdup(path);
        }
        if (fd >= 0 && creates)
            record(CREATE, path, NULL, 0, 0);
        if (fd >= 0 && (flags & O_TRUNC))
            record(CUT, path, NULL, 0, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return fd;
}

#define MODE_OF(flags, last)                          \
    mode_t mode = 0;                                  \
    if ((flags) & (O_CREAT | O_TMPFILE)) {            \
        va_list rest;                                 \
        va_start(rest, last);                         \
        mode = va_arg(rest, mode_t);                  \
        va_end(rest);                                 \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags, flags)
    return opened(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, flags)
    return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    MODE_OF(flags, flags)
    return opened(at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...)
{
    MODE_OF(flags, flags)
    return opened(at, path, flags | O_LARGEFILE, mode);
}

int close(int fd)
{
    if (path_of(fd)) {
        pthread_mutex_lock(&lock);
        free(paths[fd]);
        paths[fd] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return real_close(fd);
}

/* A read that is counted; `offset` -1 means from where the descriptor stands. */
static ssize_t reads(int fd, void *to, size_t length, off64_t offset)
{
    const char *path = path_of(fd);
    if (path && !is_mark(path)) {
        pthread_mutex_lock(&lock);
        int failing = fails(READ, path);
        pthread_mutex_unlock(&lock);
        if (failing && !cut_short) {
            errno = fail_errno;
            return -1;
        }
        if (failing && length > 1)
            length /= 2;
    }
    return offset < 0 ? real_read(fd, to, length) : real_pread(fd, to, length, offset);
}

ssize_t read(int fd, void *to, size_t length) { return reads(fd, to, length, -1); }
ssize_t pread(int fd, void *to, size_t length, off_t offset) { return reads(fd, to, length, offset); }
ssize_t pread64(int fd, void *to, size_t length, off64_t offset)
{
    return reads(fd, to, length, offset);
}

/* A mark: from the first one on, allocations are counted. */
static void mark(const char *path, const void *data, size_t length)
{
    record(MARK, path, data, length, 0);
    if (count_file) {
        int to = real_open(count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (to < 0 || dprintf(to, "%ld", (long)allocations) < 0)
            abort();
        real_close(to);
    }
    armed = 1;
}

static ssize_t writes(int fd, const void *from, size_t length, off64_t offset)
{
    const char *path = path_of(fd);
    if (!path)
        return offset < 0 ? real_write(fd, from, length) : real_pwrite(fd, from, length, offset);
    pthread_mutex_lock(&lock);
    ssize_t written = -1;
    int error = fail_errno;
    int failing = !is_mark(path) && fails(WRITE, path);
    if (!failing || cut_short) {
        if (failing && length > 1)
            length /= 2;
        off64_t place = offset < 0 ? lseek64(fd, 0, SEEK_CUR) : offset;
        written = offset < 0 ? real_write(fd, from, length) : real_pwrite(fd, from, length, offset);
        error = errno;
        if (is_mark(path))
            mark(path, from, length);
        else if (written > 0)
            record(WRITE, path, from, (size_t)written, place);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return written;
}

ssize_t write(int fd, const void *from, size_t length) { return writes(fd, from, length, -1); }
ssize_t pwrite(int fd, const void *from, size_t length, off_t offset)
{
    return writes(fd, from, length, offset);
}
ssize_t pwrite64(int fd, const void *from, size_t length, off64_t offset)
{
    return writes(fd, from, length, offset);
}

/* Counts what changes a file in one piece; 0 if it is to be done, -1 with an error otherwise. */
static int refused(enum kind kind, const char *path)
{
    pthread_mutex_lock(&lock);
    int failing = fails(kind, path);
    pthread_mutex_unlock(&lock);
    if (failing)
        errno = fail_errno;
    return failing ? -1 : 0;
}

static int synced(int fd)
{
    const char *path = path_of(fd);
    struct stat what;
    if (!path || is_mark(path))
        return 0;
    enum kind kind = fstat(fd, &what) == 0 && S_ISDIR(what.st_mode) ? SYNC_FOLDER : SYNC;
    if (refused(kind, path))
        return -1;
    pthread_mutex_lock(&lock);
    record(kind, path, NULL, 0, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int fsync(int fd) { return synced(fd); }
int fdatasync(int fd) { return synced(fd); }

int ftruncate64(int fd, off64_t length)
{
    const char *path = path_of(fd);
    if (path && refused(CUT, path))
        return -1;
    int done = real_ftruncate(fd, length);
    if (path && done == 0) {
        pthread_mutex_lock(&lock);
        record(CUT, path, NULL, 0, length);
        pthread_mutex_unlock(&lock);
    }
    return done;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int unlink(const char *path)
{
    if (!watched(path))
        return real_unlink(path);
    if (refused(REMOVE, path))
        return -1;
    int done = real_unlink(path), error = errno;
    if (done == 0) {
        pthread_mutex_lock(&lock);
        record(REMOVE, path, NULL, 0, 0);
        pthread_mutex_unlock(&lock);
    }
    errno = error;
    return done;
}

int rename(const char *from, const char *to)
{
    if (!watched(from) || !watched(to))
        return real_rename(from, to);
    if (refused(RENAME, from))
        return -1;
    int done = real_rename(from, to), error = errno;
    if (done == 0) {
        const char *name = to + strlen(folder);
        pthread_mutex_lock(&lock);
        record(RENAME, from, name, strlen(name), 0);
        pthread_mutex_unlock(&lock);
    }
    errno = error;
    return done;
}

/* Whether this allocation is the one that fails. */
static int starves(void)
{
    static const char line[] = "0 allocation -\n";
    if (!armed || atomic_fetch_add(&allocations, 1) + 1 != fail_alloc)
        return 0;
    if (hit >= 0 && real_write(hit, line, sizeof line - 1) < 0)
        abort();
    return 1;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size)
{
    if (!starves())
        return __libc_malloc(size);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t count, size_t size)
{
    if (!starves())
        return __libc_calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *old, size_t size)
{
    if (!starves())
        return __libc_realloc(old, size);
    errno = ENOMEM;
    return NULL;
}
