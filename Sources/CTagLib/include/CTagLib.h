// TagLib's properties for Swift. TagLib's own interface for C (TagLib 1.13) lacks album artists, discs, composers and
// identifiers.

#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The properties of a file's audio.
struct CTagLibSound {
    /// Milliseconds; 0 if unknown.
    int64_t length;
    /// Hertz; 0 if unknown.
    int32_t rate;
    /// True if a picture is part of the file.
    bool has_picture;
    /// The customary name of the codec; empty if unknown.
    const char *codec;
};

/// Reads the tags of a file. `property` is called with each name (upper case, as in Vorbis comments) and value, in
/// UTF-8. `chapter` is called with each chapter of an ID3 tag, its start in milliseconds and its title, which may be
/// empty. Returns false if TagLib does not recognise the file.
bool CTagLib_read(
    const char *path, void *context, void (*property)(void *context, const char *name, const char *value),
    void (*chapter)(void *context, uint32_t start, const char *title), struct CTagLibSound *sound);

#ifdef __cplusplus
}
#endif

#endif
