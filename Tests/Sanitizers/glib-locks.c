// GLib's locks, on those of pthread. GLib's own are futexes, which ThreadSanitizer does not see: every block that
// GStreamer hands from one thread to another would count as a race. Preloaded by `scripts/sanitize thread` only.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

// GMutex, GRecMutex, GRWLock and GCond begin with a pointer that is null until they are used first.
typedef struct { void *place; } lock;

static void *create(lock *self, size_t size, void (*begin)(void *)) {
    void *known = __atomic_load_n(&self->place, __ATOMIC_ACQUIRE);
    if (known) return known;
    void *new = calloc(1, size);
    if (!new) abort();
    begin(new);
    void *none = NULL;
    if (__atomic_compare_exchange_n(&self->place, &none, new, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return new;
    free(new);
    return none;
}

static void begin_mutex(void *place) { pthread_mutex_init(place, NULL); }
static void begin_recursive(void *place) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(place, &kind);
    pthread_mutexattr_destroy(&kind);
}
static void begin_read_write(void *place) { pthread_rwlock_init(place, NULL); }
static void begin_condition(void *place) {
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(place, &clock);
    pthread_condattr_destroy(&clock);
}

static pthread_mutex_t *mutex(lock *self) { return create(self, sizeof(pthread_mutex_t), begin_mutex); }
static pthread_mutex_t *recursive(lock *self) { return create(self, sizeof(pthread_mutex_t), begin_recursive); }
static pthread_rwlock_t *read_write(lock *self) { return create(self, sizeof(pthread_rwlock_t), begin_read_write); }
static pthread_cond_t *condition(lock *self) { return create(self, sizeof(pthread_cond_t), begin_condition); }

static void forget(lock *self, int (*end)(void *)) {
    if (!self->place) return;
    end(self->place);
    free(self->place);
    self->place = NULL;
}
typedef int (*ending)(void *);

void g_mutex_init(lock *self) { self->place = NULL; }
void g_mutex_clear(lock *self) { forget(self, (ending)pthread_mutex_destroy); }
void g_mutex_lock(lock *self) { pthread_mutex_lock(mutex(self)); }
int g_mutex_trylock(lock *self) { return pthread_mutex_trylock(mutex(self)) == 0; }
void g_mutex_unlock(lock *self) { pthread_mutex_unlock(mutex(self)); }

void g_rec_mutex_init(lock *self) { self->place = NULL; }
void g_rec_mutex_clear(lock *self) { forget(self, (ending)pthread_mutex_destroy); }
void g_rec_mutex_lock(lock *self) { pthread_mutex_lock(recursive(self)); }
int g_rec_mutex_trylock(lock *self) { return pthread_mutex_trylock(recursive(self)) == 0; }
void g_rec_mutex_unlock(lock *self) { pthread_mutex_unlock(recursive(self)); }

void g_rw_lock_init(lock *self) { self->place = NULL; }
void g_rw_lock_clear(lock *self) { forget(self, (ending)pthread_rwlock_destroy); }
void g_rw_lock_writer_lock(lock *self) { pthread_rwlock_wrlock(read_write(self)); }
int g_rw_lock_writer_trylock(lock *self) { return pthread_rwlock_trywrlock(read_write(self)) == 0; }
void g_rw_lock_writer_unlock(lock *self) { pthread_rwlock_unlock(read_write(self)); }
void g_rw_lock_reader_lock(lock *self) { pthread_rwlock_rdlock(read_write(self)); }
int g_rw_lock_reader_trylock(lock *self) { return pthread_rwlock_tryrdlock(read_write(self)) == 0; }
void g_rw_lock_reader_unlock(lock *self) { pthread_rwlock_unlock(read_write(self)); }

void g_cond_init(lock *self) { self->place = NULL; }
void g_cond_clear(lock *self) { forget(self, (ending)pthread_cond_destroy); }
void g_cond_wait(lock *self, lock *held) { pthread_cond_wait(condition(self), mutex(held)); }
void g_cond_signal(lock *self) { pthread_cond_signal(condition(self)); }
void g_cond_broadcast(lock *self) { pthread_cond_broadcast(condition(self)); }
int g_cond_wait_until(lock *self, lock *held, int64_t microseconds) {
    struct timespec end = {microseconds / 1000000, microseconds % 1000000 * 1000};
    return pthread_cond_timedwait(condition(self), mutex(held), &end) == 0;
}

// A task that a pool runs happens after it was handed to the pool. The queue in between is inside of GLib.
static pthread_mutex_t handing = PTHREAD_MUTEX_INITIALIZER;
typedef void (*task)(void *, void *);
typedef struct { task run; void *data; } pool_task;

static void run_task(void *item, void *data) {
    pool_task *self = data;
    pthread_mutex_lock(&handing);
    pthread_mutex_unlock(&handing);
    self->run(item, self->data);
}

void *g_thread_pool_new(task run, void *data, int most, int exclusive, void *error) {
    void *(*real)(task, void *, int, int, void *) = dlsym(RTLD_NEXT, "g_thread_pool_new");
    pool_task *self = malloc(sizeof *self);
    *self = (pool_task){run, data};
    return real(run_task, self, most, exclusive, error);
}

int g_thread_pool_push(void *pool, void *item, void *error) {
    int (*real)(void *, void *, void *) = dlsym(RTLD_NEXT, "g_thread_pool_push");
    pthread_mutex_lock(&handing);
    pthread_mutex_unlock(&handing);
    return real(pool, item, error);
}
