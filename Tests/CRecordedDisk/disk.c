#include "CRecordedDisk.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

// A record: a kind, the kind of file, two numbers, and as many bytes as the second number says, if it is a write.
enum { WRITE = 'w', TRUNCATE = 't', SYNC = 's', REMOVE = 'r', MARK = 'm' };
// The kind of a file, from the end of its name.
enum { DATABASE = 'd', LOG = 'l', JOURNAL = 'j', OTHER = 'o' };

struct entry {
    char kind, file;
    long long first, second;
} __attribute__((packed));

struct recorded_file {
    sqlite3_file base;
    char kind;
    sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;
static sqlite3_vfs recorded_vfs;
static int record = -1;

static void append(char kind, char file, long long first, long long second, const void *bytes) {
    struct entry entry = {kind, file, first, second};
    struct iovec parts[2] = {{&entry, sizeof entry}, {(void *)bytes, bytes ? (size_t)second : 0}};
    // One system call, so that no record is there in part unless the process ends within it.
    (void)!writev(record, parts, 2);
}

static char kind_of(const char *name) {
    if (!name) return OTHER;
    size_t length = strlen(name);
    if (length > 4 && !strcmp(name + length - 4, "-wal")) return LOG;
    if (length > 8 && !strcmp(name + length - 8, "-journal")) return JOURNAL;
    if (length > 7 && !strcmp(name + length - 7, ".sqlite")) return DATABASE;
    return OTHER;
}

#define REAL(file) (((struct recorded_file *)(file))->real)
#define KIND(file) (((struct recorded_file *)(file))->kind)

static int close_file(sqlite3_file *file) {
    return REAL(file)->pMethods ? REAL(file)->pMethods->xClose(REAL(file)) : SQLITE_OK;
}
static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}
static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    append(WRITE, KIND(file), offset, count, bytes);
    return REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
}
static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    append(TRUNCATE, KIND(file), size, 0, 0);
    return REAL(file)->pMethods->xTruncate(REAL(file), size);
}
static int sync_file(sqlite3_file *file, int flags) {
    int result = REAL(file)->pMethods->xSync(REAL(file), flags);
    append(SYNC, KIND(file), 0, 0, 0);
    return result;
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return REAL(file)->pMethods->xFileSize(REAL(file), size);
}
static int lock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xLock(REAL(file), level); }
static int unlock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xUnlock(REAL(file), level); }
static int check_lock(sqlite3_file *file, int *result) {
    return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}
static int control(sqlite3_file *file, int code, void *argument) {
    return REAL(file)->pMethods->xFileControl(REAL(file), code, argument);
}
static int sector_size(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }
static int characteristics(sqlite3_file *file) {
    return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}
static int map_memory(sqlite3_file *file, int page, int size, int extend, void volatile **address) {
    return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, address);
}
static int lock_memory(sqlite3_file *file, int offset, int count, int flags) {
    return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}
static void barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }
static int unmap_memory(sqlite3_file *file, int remove) {
    return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

// Version 2: without the mapping of the file, which would write past this.
static const sqlite3_io_methods methods = {
    2, close_file, read_file, write_file, truncate_file, sync_file, file_size, lock, unlock, check_lock, control,
    sector_size, characteristics, map_memory, lock_memory, barrier, unmap_memory, 0, 0,
};

static int open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *result) {
    (void)vfs;
    struct recorded_file *recorded = (struct recorded_file *)file;
    recorded->real = (sqlite3_file *)(recorded + 1);
    recorded->kind = kind_of(name);
    int code = real_vfs->xOpen(real_vfs, name, recorded->real, flags, result);
    recorded->base.pMethods = code == SQLITE_OK ? &methods : 0;
    return code;
}
static int remove_file(sqlite3_vfs *vfs, const char *name, int isSynced) {
    (void)vfs;
    int code = real_vfs->xDelete(real_vfs, name, isSynced);
    if (code == SQLITE_OK) append(REMOVE, kind_of(name), isSynced, 0, 0);
    return code;
}

int recorded_disk_start(const char *path) {
    record = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (record < 0) return SQLITE_CANTOPEN;
    real_vfs = sqlite3_vfs_find(0);
    if (!real_vfs) return SQLITE_ERROR;
    recorded_vfs = *real_vfs;
    recorded_vfs.zName = "recorded";
    recorded_vfs.szOsFile = (int)sizeof(struct recorded_file) + real_vfs->szOsFile;
    recorded_vfs.xOpen = open_file;
    recorded_vfs.xDelete = remove_file;
    return sqlite3_vfs_register(&recorded_vfs, 1);
}

void recorded_disk_mark(long long number) { append(MARK, OTHER, number, 0, 0); }
