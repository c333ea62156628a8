// Calls of Linux and glibc that Swift's Glibc module lacks. The functions make no decisions: each function wraps the
// call that it is named after, and its comment says why it is here.

#ifndef CLINUX_H
#define CLINUX_H

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// eventfd(2), non-blocking and closed on exec; -1 with errno on failure.
/// Here because <sys/eventfd.h> is not part of the Glibc module.
int CLinux_eventfd(void);

/// signalfd(2) for `mask`, non-blocking and closed on exec; -1 with errno on failure.
/// Here because <sys/signalfd.h> is not part of the Glibc module.
int CLinux_signalfd(const sigset_t *mask);

/// Reads one signal's number from a descriptor of CLinux_signalfd; 0 when none is pending, -1 with errno on failure.
/// Here because struct signalfd_siginfo comes from the same header.
int CLinux_signalfd_read(int descriptor);

/// ppoll(2) with a relative timeout in nanoseconds, negative for none; the signal mask stays as it is.
/// Here because ppoll is declared only under _GNU_SOURCE, which the Glibc module is not built with everywhere.
int CLinux_ppoll(struct pollfd *descriptors, unsigned count, int64_t timeout_nanoseconds);

/// pipe2(2), closed on exec; -1 with errno on failure.
/// Here because pipe2 is declared only under _GNU_SOURCE.
int CLinux_pipe(int ends[2]);

/// Lets this process run only while no other wants the processor or the disk: SCHED_IDLE of sched(7), the last place
/// among such, and the class IDLE of ioprio_set(2).
/// Here because SCHED_IDLE is declared only under _GNU_SOURCE.
void CLinux_yield_to_everybody(int process);

/// Gives this process about a tenth of a contended processor (nice 10), and disk access after other processes.
/// Here because ioprio_set(2) has no function in glibc.
void CLinux_yield(int process);

/// Rejects internet sockets of this process and of its children with EACCES (seccomp(2)); programs started by this
/// process gain no privileges. 0, or -1 if the system or the processor has no such filter.
/// Here because the filter is an array of macros.
int CLinux_refuse_network(void);

/// Names the calling thread as top(1) and gdb(1) show it; cut to the 15 bytes that the kernel keeps.
/// Here because pthread_setname_np is declared only under _GNU_SOURCE.
void CLinux_set_thread_name(const char *name);

/// Returns free heap memory to the kernel (malloc_trim(3)); 1 if there was some.
/// Here because <malloc.h> is not part of the Glibc module.
int CLinux_malloc_trim(void);

/// Limits the number of heaps for concurrently allocating threads to `count` (M_ARENA_MAX of mallopt(3)).
/// Here because <malloc.h> is not part of the Glibc module.
void CLinux_limit_arenas(int count);

/// Releases the code pages that only the start needed (madvise(2), MADV_DONTNEED on the executable, file-backed
/// segments of the program and its libraries). Pages that are needed again are reloaded from the page cache.
/// Here because dl_iterate_phdr and the ELF headers are not part of the Glibc module.
void CLinux_release_code_pages(void);

/// The first occurrence of `needle` in `haystack` (memmem(3)); null if there is none.
/// Here because memmem is declared only under _GNU_SOURCE.
const void *CLinux_memmem(const void *haystack, size_t length, const void *needle, size_t needle_length);

/// The creation time of a file (STATX_BTIME of statx(2)), in nanoseconds since 1970; symbolic links are followed.
/// INT64_MIN if the file system stores no such time, or if the file does not exist.
/// Here because statx is declared only under _GNU_SOURCE.
int64_t CLinux_birth_time(const char *path);

#endif
