/* GTK and libadwaita for Swift. Only macro values, which Swift cannot import, have a shim. */
#ifndef SEGUE_CADWAITA_SHIM_H
#define SEGUE_CADWAITA_SHIM_H

/* The versions of Debian 12. A function that was deprecated later causes no warning, so newer releases of GTK and
   libadwaita build the window too. */
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2

#include <adwaita.h>
#include <libintl.h>
/* mallopt is not in Swift's module of the C library. */
#include <malloc.h>

static inline GType CAdwaita_string_type(void) { return G_TYPE_STRING; }
static inline GType CAdwaita_int_type(void) { return G_TYPE_INT; }
static inline GType CAdwaita_boolean_type(void) { return G_TYPE_BOOLEAN; }
static inline GType CAdwaita_double_type(void) { return G_TYPE_DOUBLE; }
static inline GType CAdwaita_object_type(void) { return G_TYPE_OBJECT; }
static inline GdkMemoryFormat CAdwaita_cairo_format(void) { return GDK_MEMORY_DEFAULT; }
static inline GType CAdwaita_file_list_type(void) { return GDK_TYPE_FILE_LIST; }

#endif
