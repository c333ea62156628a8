import CSystemd

/// Object paths as defined by the D-Bus specification: `/`, or elements of ASCII letters, digits and `_`, each preceded
/// by `/`.
public enum ObjectPath {
    public static func isValid(_ path: String) -> Bool {
        // C would see only the part before a NUL.
        !path.utf8.contains(0) && sd_bus_object_path_is_valid(path) > 0
    }
}
