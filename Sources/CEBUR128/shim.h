/* libebur128 for Swift: loudness by ITU-R BS.1770 and EBU R 128. It is imported as it is: no shim is needed. */
#ifndef SEGUE_CEBUR128_SHIM_H
#define SEGUE_CEBUR128_SHIM_H

#include <ebur128.h>

#endif
