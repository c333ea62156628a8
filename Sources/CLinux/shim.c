#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <link.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int CLinux_eventfd(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

int CLinux_signalfd(const sigset_t *mask) {
    return signalfd(-1, mask, SFD_NONBLOCK | SFD_CLOEXEC);
}

int CLinux_signalfd_read(int descriptor) {
    struct signalfd_siginfo information;
    ssize_t length;
    do {
        length = read(descriptor, &information, sizeof information);
    } while (length < 0 && errno == EINTR);
    if (length == (ssize_t)sizeof information) {
        return (int)information.ssi_signo;
    }
    return length < 0 && errno != EAGAIN ? -1 : 0;
}

int CLinux_ppoll(struct pollfd *descriptors, unsigned count, int64_t timeout_nanoseconds) {
    if (timeout_nanoseconds < 0) {
        return ppoll(descriptors, count, NULL, NULL);
    }
    struct timespec timeout = {
        .tv_sec = timeout_nanoseconds / 1000000000,
        .tv_nsec = timeout_nanoseconds % 1000000000,
    };
    return ppoll(descriptors, count, &timeout, NULL);
}

int CLinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void CLinux_yield_to_everybody(int process) {
    struct sched_param parameters = {0};
    sched_setscheduler(process, SCHED_IDLE, &parameters);
    setpriority(PRIO_PROCESS, (id_t)process, 19);
    // The class IDLE of linux/ioprio.h, for this process.
    syscall(SYS_ioprio_set, 1, process, 3 << 13);
}

void CLinux_yield(int process) {
    setpriority(PRIO_PROCESS, (id_t)process, 10);
    // The last place of the class BEST_EFFORT of linux/ioprio.h, for this process.
    syscall(SYS_ioprio_set, 1, process, 2 << 13 | 7);
}

int CLinux_refuse_network(void) {
#if defined(__x86_64__)
    const unsigned int machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const unsigned int machine = AUDIT_ARCH_AARCH64;
#else
    return -1;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    // Jumps count the skipped instructions. The families are the low half of the first argument.
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    };
    struct sock_fprog filter = {.len = sizeof program / sizeof program[0], .filter = program};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
#endif
}

void CLinux_set_thread_name(const char *name) {
    char shortened[16] = {0};
    strncpy(shortened, name, sizeof shortened - 1);
    pthread_setname_np(pthread_self(), shortened);
}

int CLinux_malloc_trim(void) {
    return malloc_trim(0);
}

void CLinux_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }

static int release_code_pages(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        // Segments that are writable or were relocated are excluded, because their pages would be reloaded without the
        // relocations.
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || (header->p_flags & PF_W)) continue;
        uintptr_t start = (object->dlpi_addr + header->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + header->p_vaddr + header->p_filesz) & ~(page - 1);
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void CLinux_release_code_pages(void) { dl_iterate_phdr(release_code_pages, NULL); }

const void *CLinux_memmem(const void *haystack, size_t length, const void *needle, size_t needle_length) {
    return memmem(haystack, length, needle, needle_length);
}

int64_t CLinux_birth_time(const char *path) {
    struct statx information;
    if (statx(AT_FDCWD, path, AT_STATX_SYNC_AS_STAT, STATX_BTIME, &information) != 0 ||
        !(information.stx_mask & STATX_BTIME)) {
        return INT64_MIN;
    }
    return (int64_t)information.stx_btime.tv_sec * 1000000000 + information.stx_btime.tv_nsec;
}
