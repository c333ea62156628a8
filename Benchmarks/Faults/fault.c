// Makes one call of a player fail, once: the call that FAULT_CALL names, the FAULT_AT-th time. For LD_PRELOAD. The
// calls are those of the system, by the player or by a library, and those of SQLite, GStreamer and libpulse by the
// player. With the prefix "plugin_", they are those by a library: GStreamer's plug-ins, mostly. The binary that made
// the failed call is written to the file that FAULT_LOG names. With FAULT_AT=0, nothing fails, and the number of calls
// is written there when the process ends. Only the process `segue daemon` is affected.
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
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long count;
static long at = -1;
static const char *call, *record;
static const char plugin[] = "plugin_";
// The address of the binary of the player.
static void *base;

static void *base_of(const void *address) {
    Dl_info binary = {0};
    return dladdr(address, &binary) ? binary.dli_fbase : NULL;
}

__attribute__((constructor)) static void begin(void) {
    char words[4096] = {0};
    FILE *file = fopen("/proc/self/cmdline", "re");
    size_t length = file ? fread(words, 1, sizeof words - 1, file) : 0;
    if (file) fclose(file);
    call = getenv("FAULT_CALL");
    record = getenv("FAULT_LOG");
    const char *number = getenv("FAULT_AT");
    base = base_of((void *)getauxval(AT_ENTRY));
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
static int fails_for(const char *name, void *caller) {
    if (at < 0 || strcmp(call, name) != 0) return 0;
    if (atomic_fetch_add(&count, 1) + 1 != at) return 0;
    at = -1;
    Dl_info binary = {0};
    const char *path = dladdr(caller, &binary) && binary.dli_fname ? binary.dli_fname : "?";
    const char *slash = strrchr(path, '/');
    char text[256];
    snprintf(text, sizeof text, "failed in %s\n", slash ? slash + 1 : path);
    note(text);
    return 1;
}
#define fails(name) fails_for(name, __builtin_return_address(0))

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(name, code, result) \
    if (fails(name)) { \
        errno = code; \
        return result; \
    }

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    FAIL("open", EMFILE, -1)
    return NEXT(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    FAIL("open", EMFILE, -1)
    return NEXT(open64)(path, flags, mode);
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

// The functions of libraries. None has more than six arguments, and all arguments and results are whole numbers or
// pointers, which 64-bit systems pass in the same way. The headers of the libraries are therefore not needed.
// Functions that fail only for a wrong argument or for lack of memory are left out.
static int fails_in_library(const char *group, void *caller) {
    if (at < 0) return 0;
    int is_plugin = strncmp(call, plugin, sizeof plugin - 1) == 0;
    if (strcmp(is_plugin ? call + sizeof plugin - 1 : call, group) != 0) return 0;
    return is_plugin != (base_of(caller) == base) && fails_for(call, caller);
}
#define LIBRARY(name, group, result) \
    long name(long a, long b, long c, long d, long e, long f) { \
        if (fails_in_library(group, __builtin_return_address(0))) return (long)result; \
        return ((long (*)(long, long, long, long, long, long))dlsym(RTLD_NEXT, #name))(a, b, c, d, e, f); \
    }

// SQLITE_CANTOPEN and SQLITE_IOERR.
LIBRARY(sqlite3_open_v2, "sqlite3_open", 14)
LIBRARY(sqlite3_prepare_v2, "sqlite3_prepare", 10)
LIBRARY(sqlite3_prepare_v3, "sqlite3_prepare", 10)
LIBRARY(sqlite3_step, "sqlite3_step", 10)

LIBRARY(gst_element_factory_make, "gst_make", NULL)
LIBRARY(gst_element_factory_create, "gst_make", NULL)
LIBRARY(gst_element_sync_state_with_parent, "gst_state", 0)
LIBRARY(gst_element_link, "gst_link", 0)
// GST_PAD_LINK_REFUSED.
LIBRARY(gst_pad_link, "gst_link", -6)
LIBRARY(gst_pad_link_full, "gst_link", -6)
LIBRARY(gst_element_seek_simple, "gst_seek", 0)
LIBRARY(gst_element_query, "gst_query", 0)
LIBRARY(gst_element_query_duration, "gst_query", 0)
LIBRARY(gst_pad_query, "gst_query", 0)
LIBRARY(gst_pad_peer_query, "gst_query", 0)
LIBRARY(gst_pad_peer_query_duration, "gst_query", 0)
// GST_FLOW_ERROR.
LIBRARY(gst_app_src_push_buffer, "gst_push", -5)
LIBRARY(gst_pad_chain, "gst_push", -5)
LIBRARY(gst_pad_get_current_caps, "gst_caps", NULL)
LIBRARY(gst_pad_query_caps, "gst_caps", NULL)

LIBRARY(pa_context_new_with_proplist, "pa_context", NULL)
LIBRARY(pa_context_connect, "pa_context", -1)
LIBRARY(pa_context_subscribe, "pa_info", NULL)
LIBRARY(pa_context_get_server_info, "pa_info", NULL)
LIBRARY(pa_context_get_sink_info_list, "pa_info", NULL)
LIBRARY(pa_context_get_source_output_info_list, "pa_info", NULL)
LIBRARY(pa_stream_new_with_proplist, "pa_stream", NULL)
LIBRARY(pa_stream_connect_playback, "pa_stream", -1)
LIBRARY(pa_stream_write, "pa_write", -1)
LIBRARY(pa_stream_cork, "pa_cork", NULL)
LIBRARY(pa_stream_flush, "pa_cork", NULL)
LIBRARY(pa_stream_update_timing_info, "pa_time", NULL)
LIBRARY(pa_stream_set_buffer_attr, "pa_time", NULL)
LIBRARY(pa_stream_set_name, "pa_time", NULL)

// GLib's error of a function that returns nothing.
static void set_error(void *error) {
    unsigned (*quark)(const char *) = (unsigned (*)(const char *))dlsym(RTLD_DEFAULT, "g_quark_from_static_string");
    ((void (*)(void *, unsigned, int, const char *))dlsym(RTLD_DEFAULT, "g_set_error_literal"))(
        error, quark("fault"), 1, "no element");
}
void *gst_parse_launch(const char *description, void *error) {
    if (!fails_in_library("gst_make", __builtin_return_address(0))) return NEXT(gst_parse_launch)(description, error);
    if (error) set_error(error);
    return NULL;
}
// An element that refuses a state stays in the one before: GST_STATE_READY. The result is GST_STATE_CHANGE_FAILURE.
int gst_element_set_state(void *element, int state) {
    int (*next)(void *, int) = NEXT(gst_element_set_state);
    if (!fails_in_library("gst_state", __builtin_return_address(0))) return next(element, state);
    if (state > 2) next(element, 2);
    return 0;
}
// Elements refuse seeks. Pads drop other events only while they flush. The type follows the base of an event, which has
// 64 bytes, and that of a seek is GST_EVENT_SEEK.
static int is_seek(const void *event) {
    return event && *(const unsigned *)((const char *)event + 64) == (200 << 8 | 1);
}
#define EVENT(name) \
    int name(void *object, void *event) { \
        if (is_seek(event) && fails_in_library("gst_seek", __builtin_return_address(0))) return 0; \
        return NEXT(name)(object, event); \
    }
EVENT(gst_element_send_event)
EVENT(gst_pad_push_event)
EVENT(gst_pad_send_event)
