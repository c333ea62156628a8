// An ICU data package with nothing in it.
//
// Foundation brings ICU along, with 34 MB of data for every language: half of the binary. The player asks for none of
// this data, and a test makes sure of that (EndToEndTests/ICUDataTests). The release is linked with this package in
// place of the data (scripts/without-icu-data); everything else has Foundation's own.

#ifndef CEMPTYICU_H
#define CEMPTYICU_H

/// The package, as ICU's udata.h describes it: a header, and a table of contents without entries.
extern const struct CEmptyICU_package CEmptyICU_data;

#endif
