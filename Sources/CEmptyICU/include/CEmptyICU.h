// An ICU data package without any data.
//
// Foundation includes ICU with 34 MB of data for every language: half of the binary. The player uses none of this data,
// and a test verifies that (EndToEndTests/ICUDataTests). The release is linked with this package instead of the data
// (scripts/without-icu-data); everything else uses Foundation's data.

#ifndef CEMPTYICU_H
#define CEMPTYICU_H

/// The package, as ICU's udata.h describes it: a header, and a table of contents without entries.
extern const struct CEmptyICU_package CEmptyICU_data;

#endif
