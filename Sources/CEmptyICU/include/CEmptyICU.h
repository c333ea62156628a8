// An ICU data package with nothing in it.
//
// Foundation brings ICU along, with 34 MB of data for every language: half of the binary. The player asks for none of it, which a test holds it to
// (EndToEndTests/ICUDataTests). The release is linked with this in their place, see scripts/without-icu-data; everything else has Foundation's own.

#ifndef CEMPTYICU_H
#define CEMPTYICU_H

/// As udata.h of ICU describes it: a header, and a table of contents without entries.
extern const struct CEmptyICU_package CEmptyICU_data;

#endif
