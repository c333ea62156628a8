/* libpulse for Swift. It is imported as it is: no shim is needed. */
#ifndef SEGUE_CPULSE_SHIM_H
#define SEGUE_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>

#endif
