#pragma once

/// Makes a VFS the default of SQLite that works as the former default, and appends each write, truncation, sync and
/// deletion to the file at `path`. In C, since the VFS is a table of C functions that SQLite copies from and extends.
/// To be called once in a process, before the first database is opened. Returns 0, or a result code of SQLite.
int recorded_disk_start(const char *path);

/// Appends a mark with this number to the record.
void recorded_disk_mark(long long number);
