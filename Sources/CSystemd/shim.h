// libsystemd's sd-bus for Swift, and the rows of a vtable, which Swift can't express.
//
// sd-bus-vtable.h allows vtables to be filled through its macros only, and requires the unused parts of their unions to
// be zero on the heap. Swift sees no macros, so each kind of row has a function here; it zeroes the row and then copies
// the member of the union that the macro filled.

#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

#include <string.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-id128.h>

/// The flags are an anonymous enum wider than an int, which Swift does not import as usable constants.
static const uint64_t CSystemd_flag_deprecated = SD_BUS_VTABLE_DEPRECATED;
static const uint64_t CSystemd_flag_no_reply = SD_BUS_VTABLE_METHOD_NO_REPLY;
static const uint64_t CSystemd_flag_const = SD_BUS_VTABLE_PROPERTY_CONST;
static const uint64_t CSystemd_flag_emits_change = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE;
static const uint64_t CSystemd_flag_emits_invalidation = SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION;

static inline void CSystemd_vtable_start(sd_bus_vtable *row) {
    const sd_bus_vtable filled = SD_BUS_VTABLE_START(0);
    memset(row, 0, sizeof *row);
    row->type = filled.type;
    row->flags = filled.flags;
    row->x.start = filled.x.start;
}

static inline void CSystemd_vtable_end(sd_bus_vtable *row) {
    const sd_bus_vtable filled = SD_BUS_VTABLE_END;
    memset(row, 0, sizeof *row);
    row->type = filled.type;
    row->flags = filled.flags;
    row->x.end = filled.x.end;
}

/// Fills a row for a method. `names` holds the names of the arguments, then of the results. Each name is terminated by
/// a NUL, and the list by one more NUL.
static inline void CSystemd_vtable_method(
    sd_bus_vtable *row, const char *member, const char *signature, const char *result, const char *names,
    sd_bus_message_handler_t handler, uint64_t flags) {
    const sd_bus_vtable filled =
        SD_BUS_METHOD_WITH_NAMES_OFFSET(member, signature, names, result, , handler, 0, flags);
    memset(row, 0, sizeof *row);
    row->type = filled.type;
    row->flags = filled.flags;
    row->x.method = filled.x.method;
}

static inline void CSystemd_vtable_signal(
    sd_bus_vtable *row, const char *member, const char *signature, const char *names, uint64_t flags) {
    const sd_bus_vtable filled = SD_BUS_SIGNAL_WITH_NAMES(member, signature, names, flags);
    memset(row, 0, sizeof *row);
    row->type = filled.type;
    row->flags = filled.flags;
    row->x.signal = filled.x.signal;
}

/// Fills a row for a property, which is read-only if `set` is NULL.
static inline void CSystemd_vtable_property(
    sd_bus_vtable *row, const char *member, const char *signature, sd_bus_property_get_t get,
    sd_bus_property_set_t set, uint64_t flags) {
    const sd_bus_vtable readable = SD_BUS_PROPERTY(member, signature, get, 0, flags);
    const sd_bus_vtable writable = SD_BUS_WRITABLE_PROPERTY(member, signature, get, set, 0, flags);
    const sd_bus_vtable *filled = set ? &writable : &readable;
    memset(row, 0, sizeof *row);
    row->type = filled->type;
    row->flags = filled->flags;
    row->x.property = filled->x.property;
}

#endif
