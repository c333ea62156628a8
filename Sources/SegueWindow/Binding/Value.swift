import CAdwaita

/// A value to be stored in a property.
enum Value {
    case boolean(Bool)
    case integer(Int)
    case double(Double)
    case string(String)
    case object(Object)
    /// Files, by their URIs.
    case files([String])
    /// A case of an enumeration, with its GType.
    case enumeration(GType, Int)

    /// Calls `body` with the value as a GValue.
    func withRaw<Result>(_ body: (UnsafeMutablePointer<GValue>) -> Result) -> Result {
        var raw = GValue()
        defer { g_value_unset(&raw) }
        switch self {
        case .boolean(let flag):
            g_value_init(&raw, CAdwaita_boolean_type())
            g_value_set_boolean(&raw, flag ? 1 : 0)
        case .integer(let number):
            g_value_init(&raw, CAdwaita_int_type())
            g_value_set_int(&raw, gint(number))
        case .double(let number):
            g_value_init(&raw, CAdwaita_double_type())
            g_value_set_double(&raw, number)
        case .string(let text):
            g_value_init(&raw, CAdwaita_string_type())
            g_value_set_string(&raw, text)
        case .object(let object):
            g_value_init(&raw, CAdwaita_object_type())
            g_value_set_object(&raw, object.pointer)
        case .files(let uris):
            var files = uris.map { g_file_new_for_uri($0) }
            g_value_init(&raw, CAdwaita_file_list_type())
            // The list takes separate references.
            g_value_take_boxed(
                &raw, gdk_file_list_new_from_array(&files, gsize(files.count)).map { UnsafeMutableRawPointer($0) })
            for file in files { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        case .enumeration(let type, let number):
            g_value_init(&raw, type)
            g_value_set_enum(&raw, gint(number))
        }
        return body(&raw)
    }
}
