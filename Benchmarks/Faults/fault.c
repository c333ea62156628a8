// Makes one system call of a player fail, once: the call that FAULT_CALL names, the FAULT_AT-th time. For LD_PRELOAD.
// With FAULT_AT=0, nothing fails, and the number of calls is written to the file that FAULT_LOG names when the process
// ends. Only the process `segue daemon` is affected.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long count;
static long at = -1;
static const char *call, *record;

__attribute__((constructor)) static void begin(void) {
    char words[4096] = {0};
    FILE *file = fopen("/proc/self/cmdline", "re");
    size_t length = file ? fread(words, 1, sizeof words - 1, file) : 0;
    if (file) fclose(file);
    call = getenv("FAULT_CALL");
    record = getenv("FAULT_LOG");
    const char *number = getenv("FAULT_AT");
    if (call && record && number && memmem(words, length, "\0daemon\0", 8)) at = atol(number);
}

static void note(const char *text) {
    int file = open(record, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    ssize_t written = write(file, text, strlen(text));
    (void)written;
    close(file);
}

__attribute__((destructor)) static void end(void) {
    if (at != 0) return;
    at = -1;
    char text[32];
    snprintf(text, sizeof text, "%ld\n", atomic_load(&count));
    note(text);
}

// Returns true if this call of that name must fail.
static int fails(const char *name) {
    if (at < 0 || strcmp(call, name) != 0) return 0;
    if (atomic_fetch_add(&count, 1) + 1 != at) return 0;
    at = -1;
    note("failed\n");
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(name, code, result) \
    if (fails(name)) { \
        errno = code; \
        return result; \
    }

static int opened(const char *name, int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    FAIL(name, EMFILE, -1)
    return next(path, flags, mode);
}
static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened("open", NEXT(open), path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened("open", NEXT(open64), path, flags, mode);
}
ssize_t read(int file, void *bytes, size_t length) {
    FAIL("read", EIO, -1)
    return NEXT(read)(file, bytes, length);
}
ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) {
    FAIL("read", EIO, -1)
    return NEXT(pread64)(file, bytes, length, offset);
}
ssize_t write(int file, const void *bytes, size_t length) {
    FAIL("write", ENOSPC, -1)
    return NEXT(write)(file, bytes, length);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    FAIL("write", ENOSPC, -1)
    return NEXT(pwrite64)(file, bytes, length, offset);
}
int fsync(int file) {
    FAIL("sync", EIO, -1)
    return NEXT(fsync)(file);
}
int fdatasync(int file) {
    FAIL("sync", EIO, -1)
    return NEXT(fdatasync)(file);
}
int rename(const char *from, const char *to) {
    FAIL("rename", ENOSPC, -1)
    return NEXT(rename)(from, to);
}
int mkdir(const char *path, mode_t mode) {
    FAIL("mkdir", EACCES, -1)
    return NEXT(mkdir)(path, mode);
}
void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
    FAIL("mmap", ENOMEM, MAP_FAILED)
    return NEXT(mmap64)(address, length, protection, flags, file, offset);
}
int socket(int family, int type, int protocol) {
    FAIL("socket", EMFILE, -1)
    return NEXT(socket)(family, type, protocol);
}
int connect(int file, const struct sockaddr *address, socklen_t length) {
    FAIL("connect", ECONNREFUSED, -1)
    return NEXT(connect)(file, address, length);
}
ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    FAIL("send", ECONNRESET, -1)
    return NEXT(sendmsg)(file, message, flags);
}
ssize_t recvmsg(int file, struct msghdr *message, int flags) {
    FAIL("receive", ECONNRESET, -1)
    return NEXT(recvmsg)(file, message, flags);
}
int pipe2(int ends[2], int flags) {
    FAIL("pipe", EMFILE, -1)
    return NEXT(pipe2)(ends, flags);
}
int eventfd(unsigned int value, int flags) {
    FAIL("eventfd", EMFILE, -1)
    return NEXT(eventfd)(value, flags);
}
int inotify_add_watch(int file, const char *path, unsigned int mask) {
    FAIL("inotify", ENOSPC, -1)
    return NEXT(inotify_add_watch)(file, path, mask);
}
int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const words[], char *const variables[]) {
    if (fails("spawn")) return EAGAIN;
    return NEXT(posix_spawn)(process, path, actions, attributes, words, variables);
}
