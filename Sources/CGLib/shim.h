/* GLib for Swift, for its reader of markup. It is imported as it is: no shim is needed. */
#ifndef SEGUE_CGLIB_SHIM_H
#define SEGUE_CGLIB_SHIM_H

#include <glib.h>

#endif
