/* GTK and libadwaita for Swift. Only what Swift can't import has a shim: values that are macros. */
#ifndef SEGUE_CADWAITA_SHIM_H
#define SEGUE_CADWAITA_SHIM_H

#include <adwaita.h>
#include <libintl.h>
/* mallopt is not in Swift's own module of the C library. */
#include <malloc.h>

static inline GType CAdwaita_string_type(void) { return G_TYPE_STRING; }
static inline GType CAdwaita_int_type(void) { return G_TYPE_INT; }
static inline GType CAdwaita_boolean_type(void) { return G_TYPE_BOOLEAN; }
static inline GType CAdwaita_double_type(void) { return G_TYPE_DOUBLE; }
static inline GType CAdwaita_object_type(void) { return G_TYPE_OBJECT; }
static inline GType CAdwaita_pointer_type(void) { return G_TYPE_POINTER; }
static inline GdkMemoryFormat CAdwaita_cairo_format(void) { return GDK_MEMORY_DEFAULT; }
static inline GType CAdwaita_file_list_type(void) { return GDK_TYPE_FILE_LIST; }

#endif
