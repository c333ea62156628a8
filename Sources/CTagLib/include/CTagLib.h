// TagLib's properties for Swift. Here because TagLib's own interface for C has no artists of albums, discs, composers
// or identifiers (TagLib 1.13).

#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The properties of a file's audio.
struct CTagLibSound {
    /// Milliseconds; 0 where it is not known.
    int64_t length;
    /// Hertz; 0 where it is not known.
    int32_t rate;
    /// True if a picture is part of the file.
    bool has_picture;
    /// The name of the codec, in letters that people know; empty where it is not known.
    const char *codec;
};

/// Reads the tags of a file. `property` is called with each name (upper case, as in Vorbis comments) and value, in
/// UTF-8. False when it is no file that TagLib knows.
bool CTagLib_read(
    const char *path, void *context, void (*property)(void *context, const char *name, const char *value),
    struct CTagLibSound *sound);

#ifdef __cplusplus
}
#endif

#endif
