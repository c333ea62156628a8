/* GStreamer for Swift: the headers, and shims for what Swift can't import. Each shim says why it is needed. */
#ifndef SEGUE_CGSTREAMER_SHIM_H
#define SEGUE_CGSTREAMER_SHIM_H

#include <gst/gst.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>
#include <gst/audio/gstaudiosink.h>
#include <gst/base/gstadapter.h>
#include <gst/base/gstbasetransform.h>
#include <gst/controller/controller.h>
#include <gst/fft/gstfftf32.h>
#include <gst/pbutils/pbutils.h>
#include <gst/tag/tag.h>
#include <gio/gio.h>

/* g_object_set is variadic; one shim for each type of value that is set. */
static inline void segue_set_boolean(gpointer object, const char *property, gboolean value) {
    g_object_set(object, property, value, NULL);
}
static inline void segue_set_int(gpointer object, const char *property, gint value) {
    g_object_set(object, property, value, NULL);
}
static inline void segue_set_int64(gpointer object, const char *property, gint64 value) {
    g_object_set(object, property, value, NULL);
}
static inline void segue_set_uint64(gpointer object, const char *property, guint64 value) {
    g_object_set(object, property, value, NULL);
}
static inline void segue_set_double(gpointer object, const char *property, gdouble value) {
    g_object_set(object, property, value, NULL);
}
static inline void segue_set_string(gpointer object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}
static inline void segue_set_pointer(gpointer object, const char *property, gpointer value) {
    g_object_set(object, property, value, NULL);
}

/* g_object_get is variadic; one shim for each type of value. The caller frees a string. */
static inline char *segue_get_string(gpointer object, const char *property) {
    char *value = NULL;
    g_object_get(object, property, &value, NULL);
    return value;
}

static inline gint64 segue_get_int64(gpointer object, const char *property) {
    gint64 value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

static inline guint segue_get_unsigned(gpointer object, const char *property) {
    guint value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

/* GST_OBJECT_CAST and similar casts are macros. */
static inline GstObject *segue_as_object(gpointer object) { return GST_OBJECT_CAST(object); }
static inline GstElement *segue_as_element(gpointer object) { return GST_ELEMENT_CAST(object); }
static inline GstBin *segue_as_bin(gpointer object) { return GST_BIN_CAST(object); }

/* GST_MINI_OBJECT_CAST is a macro. */
static inline GstMiniObject *segue_message_mini_object(GstMessage *message) { return GST_MINI_OBJECT_CAST(message); }

static inline GstMiniObject *segue_query_mini_object(GstQuery *query) { return GST_MINI_OBJECT_CAST(query); }

/* G_OBJECT_GET_CLASS is a macro. */
static inline GObjectClass *segue_object_class(gpointer object) { return G_OBJECT_GET_CLASS(object); }

/* Type checks and casts of instances are macros. */
static inline gboolean segue_is_bin(gpointer object) { return GST_IS_BIN(object); }
static inline gboolean segue_is_audio_sink(gpointer object) { return GST_IS_AUDIO_SINK(object); }
static inline gboolean segue_is_source(gpointer object) {
    return GST_IS_ELEMENT(object) && !GST_IS_BIN(object) && GST_OBJECT_FLAG_IS_SET(object, GST_ELEMENT_FLAG_SOURCE);
}

/* The address that an element reads from, for the caller to free; NULL for an element that is not a source with an
 * address. The checks and casts are macros. */
static inline char *segue_source_address(GstElement *element) {
    if (!GST_IS_URI_HANDLER(element)) return NULL;
    GstURIHandler *handler = GST_URI_HANDLER(element);
    return gst_uri_handler_get_uri_type(handler) == GST_URI_SRC ? gst_uri_handler_get_uri(handler) : NULL;
}

/* The parts of a buffer are reached through macros. */
static inline GstClockTime segue_buffer_pts(const GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
static inline GstClockTime segue_buffer_duration(const GstBuffer *buffer) { return GST_BUFFER_DURATION(buffer); }

static inline GstBuffer *segue_buffer_ref(GstBuffer *buffer) { return gst_buffer_ref(buffer); }
static inline void segue_buffer_unref(GstBuffer *buffer) { gst_buffer_unref(buffer); }
static inline void segue_set_buffer_times(GstBuffer *buffer, GstClockTime pts, GstClockTime duration) {
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DURATION(buffer) = duration;
}

/* The type and source of a message, a query and an event are reached through macros. */
static inline GstMessageType segue_message_type(const GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline GstObject *segue_message_source(const GstMessage *message) { return GST_MESSAGE_SRC(message); }
static inline GstQueryType segue_query_type(const GstQuery *query) { return GST_QUERY_TYPE(query); }
static inline GstEventType segue_event_type(const GstEvent *event) { return GST_EVENT_TYPE(event); }

/* The data of a probe is reached through cast macros. */
static inline GstEvent *segue_probe_event(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_EVENT(info); }
static inline GstQuery *segue_probe_query(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_QUERY(info); }
static inline GstBuffer *segue_probe_buffer(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_BUFFER(info); }

/* Drops the buffer of a probe, and ends the stream for the element that pushes it: the flow return is a macro. */
static inline void segue_probe_end(GstPadProbeInfo *info) {
    gst_buffer_unref(GST_PAD_PROBE_INFO_BUFFER(info));
    info->data = NULL;
    GST_PAD_PROBE_INFO_FLOW_RETURN(info) = GST_FLOW_EOS;
}

/* Casting a handler to GCallback is a macro, and the imported constants of the flags are not options. */
static inline gulong segue_connect(gpointer object, const char *signal, gpointer handler, gpointer data,
                                   GClosureNotify release) {
    return g_signal_connect_data(object, signal, (GCallback)handler, data, release, (GConnectFlags)0);
}

/* The flow return with which a push ended an element's stream (GST_ELEMENT_FLOW_ERROR puts it into the details);
 * GST_FLOW_OK for other errors. The details are an out parameter of a type that Swift imports as opaque. */
static inline GstFlowReturn segue_message_flow_return(GstMessage *message) {
    const GstStructure *details = NULL;
    gint value = GST_FLOW_OK;
    gst_message_parse_error_details(message, &details);
    if (details != NULL) gst_structure_get_int(details, "flow-return", &value);
    return (GstFlowReturn)value;
}

/* Values of macros that contain a computation, which Swift does not import. */
static inline GstClockTime segue_clock_time_none(void) { return GST_CLOCK_TIME_NONE; }

/* Error domains are macros over function calls. */
static inline gboolean segue_is_resource_error(const GError *error) { return error->domain == GST_RESOURCE_ERROR; }
static inline gboolean segue_is_stream_error(const GError *error) { return error->domain == GST_STREAM_ERROR; }
static inline gboolean segue_is_core_error(const GError *error) { return error->domain == GST_CORE_ERROR; }

/// The kinds of elements that a file is decoded with: a macro of casts, which Swift does not import.
static inline GstElementFactoryListType segue_decodable_factory_type(void) {
    return GST_ELEMENT_FACTORY_TYPE_DECODABLE;
}
static inline GstElementFactoryListType segue_decoder_factory_type(void) { return GST_ELEMENT_FACTORY_TYPE_DECODER; }

/* Flags of an object are reached through a macro. */
static inline gboolean segue_is_blacklisted(GstPlugin *plugin) {
    return GST_OBJECT_FLAG_IS_SET(plugin, GST_PLUGIN_FLAG_BLACKLISTED);
}

#endif
