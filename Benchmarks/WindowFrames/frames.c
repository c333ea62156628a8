// Writes the time that each frame of a GTK program takes, in milliseconds, from its beginning to the end of drawing.
// For LD_PRELOAD, because Debian's GTK is built without GDK_DEBUG=frames. Writes one line for each frame to the file
// that FRAMES names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>

static gint64 begun;
static FILE *file;

static gboolean begin(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    begun = g_get_monotonic_time();
    return TRUE;
}

static gboolean end(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    if (begun) fprintf(file, "%.3f\n", (double)(g_get_monotonic_time() - begun) / 1000);
    fflush(file);
    begun = 0;
    return TRUE;
}

int g_application_run(GApplication *application, int count, char **words) {
    file = fopen(getenv("FRAMES"), "w");
    GType clock = gdk_frame_clock_get_type();
    g_type_class_ref(clock);
    g_signal_add_emission_hook(g_signal_lookup("before-paint", clock), 0, begin, NULL, NULL);
    g_signal_add_emission_hook(g_signal_lookup("after-paint", clock), 0, end, NULL, NULL);
    int (*next)(GApplication *, int, char **) = dlsym(RTLD_NEXT, "g_application_run");
    return next(application, count, words);
}
