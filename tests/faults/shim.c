/* A library that makes file operations fail, loaded before the C library (LD_PRELOAD).
 *
 * It counts the calls by which a process changes files under a folder, and makes one of them, or all from
 * one on, go wrong. The process under test runs the unchanged program, SQLite included.
 *
 *   FAULT_UNDER  only files under this folder count (an absolute path without symbolic links)
 *   FAULT_AT     the number of the call that fails, counted from 1; 0 for none
 *   FAULT_KIND   enospc, eio: this call and all later ones fail with this error (a full or broken disk stays so)
 *                once:        this call fails with EIO, later ones succeed
 *                short:       a write writes half of its bytes; then as enospc
 *                kill:        the process is killed (SIGKILL) before the call
 *                torn:        the process is killed after half of a write, and before any other call
 *   FAULT_COUNT  a file to which the number of calls is written at the end
 *   FAULT_MET    a file that is made as soon as a call goes wrong
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static int is_under(const char *path) {
    const char *folder = setting("FAULT_UNDER");
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int fd_counts(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_under(path);
}

static int path_counts(int folder, const char *path) {
    char whole[2 * PATH_MAX];
    if (path[0] == '/') return is_under(path);
    char base[PATH_MAX];
    if (folder == AT_FDCWD) {
        if (!getcwd(base, sizeof base)) return 0;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, base, sizeof base - 1);
        if (length <= 0) return 0;
        base[length] = 0;
    }
    snprintf(whole, sizeof whole, "%s/%s", base, path);
    return is_under(whole);
}

/* The outcome of a call that counts. */
enum fate { PASS, FAIL, HALF_THEN_FAIL, HALF_THEN_DIE };

static void note_fault(void) {
    const char *file = setting("FAULT_MET");
    if (!*file) return;
    int fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT, 0644);
    if (fd >= 0) syscall(SYS_close, fd);
}

static enum fate fate_of(int is_write) {
    long at = atol(setting("FAULT_AT"));
    long call = atomic_fetch_add(&calls, 1) + 1;
    const char *kind = setting("FAULT_KIND");
    if (at == 0 || call < at) return PASS;
    note_fault();
    if (strcmp(kind, "once") == 0) {
        errno = EIO;
        return call == at ? FAIL : PASS;
    }
    if (strcmp(kind, "kill") == 0 || (strcmp(kind, "torn") == 0 && !is_write)) {
        raise(SIGKILL);
        for (;;) pause();
    }
    if (strcmp(kind, "torn") == 0) return HALF_THEN_DIE;
    errno = strcmp(kind, "eio") == 0 ? EIO : ENOSPC;
    if (strcmp(kind, "short") == 0 && call == at && is_write) return HALF_THEN_FAIL;
    return FAIL;
}

__attribute__((destructor)) static void tell(void) {
    const char *file = setting("FAULT_COUNT");
    if (!*file) return;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", (long)calls);
    int fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd >= 0) {
        syscall(SYS_write, fd, text, length);
        syscall(SYS_close, fd);
    }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITE(real, size)                                        \
    switch (fate_of(1)) {                                        \
    case FAIL: return -1;                                        \
    case HALF_THEN_FAIL: return real((size) / 2);                \
    case HALF_THEN_DIE: (void)!real((size) / 2); raise(SIGKILL); \
    case PASS: break;                                            \
    }                                                            \
    return real(size)

ssize_t write(int fd, const void *bytes, size_t size) {
#define NOW(n) REAL(write)(fd, bytes, n)
    if (!fd_counts(fd)) return NOW(size);
    WRITE(NOW, size);
#undef NOW
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place) {
#define NOW(n) REAL(pwrite)(fd, bytes, n, place)
    if (!fd_counts(fd)) return NOW(size);
    WRITE(NOW, size);
#undef NOW
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t place) {
#define NOW(n) REAL(pwrite64)(fd, bytes, n, place)
    if (!fd_counts(fd)) return NOW(size);
    WRITE(NOW, size);
#undef NOW
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (fd_counts(fd) && fate_of(0) != PASS) return -1;
    return REAL(writev)(fd, parts, count);
}

#define CHANGE(name, counts, declared, given)                  \
    int name declared {                                        \
        if ((counts) && fate_of(0) != PASS) return -1;         \
        return REAL(name) given;                               \
    }

CHANGE(fsync, fd_counts(fd), (int fd), (fd))
CHANGE(fdatasync, fd_counts(fd), (int fd), (fd))
CHANGE(ftruncate, fd_counts(fd), (int fd, off_t size), (fd, size))
CHANGE(ftruncate64, fd_counts(fd), (int fd, off64_t size), (fd, size))
CHANGE(rename, path_counts(AT_FDCWD, to), (const char *from, const char *to), (from, to))
CHANGE(renameat, path_counts(to_folder, to),
       (int from_folder, const char *from, int to_folder, const char *to), (from_folder, from, to_folder, to))
CHANGE(unlink, path_counts(AT_FDCWD, path), (const char *path), (path))
CHANGE(unlinkat, path_counts(folder, path), (int folder, const char *path, int flags), (folder, path, flags))
CHANGE(rmdir, path_counts(AT_FDCWD, path), (const char *path), (path))
CHANGE(link, path_counts(AT_FDCWD, to), (const char *from, const char *to), (from, to))
CHANGE(mkdirat, path_counts(folder, path), (int folder, const char *path, mode_t mode), (folder, path, mode))
CHANGE(mkdir, path_counts(AT_FDCWD, path), (const char *path, mode_t mode), (path, mode))

/* Opening counts if it may create a file. */
#define OPEN(name)                                                                      \
    int name(const char *path, int flags, ...) {                                        \
        va_list more;                                                                   \
        va_start(more, flags);                                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;         \
        va_end(more);                                                                   \
        if (flags & O_CREAT && path_counts(AT_FDCWD, path) && fate_of(0) != PASS) return -1; \
        return REAL(name)(path, flags, mode);                                           \
    }

OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                    \
    int name(int folder, const char *path, int flags, ...) {                            \
        va_list more;                                                                   \
        va_start(more, flags);                                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;         \
        va_end(more);                                                                   \
        if (flags & O_CREAT && path_counts(folder, path) && fate_of(0) != PASS) return -1; \
        return REAL(name)(folder, path, flags, mode);                                   \
    }

OPENAT(openat)
OPENAT(openat64)
