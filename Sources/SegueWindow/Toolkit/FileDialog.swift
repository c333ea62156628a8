import CAdwaita

/// The desktop's dialog for files or folders.
final class FileDialog: Object {
    private static let accepted = Int(GTK_RESPONSE_ACCEPT.rawValue)

    /// Creates the dialog. `body` receives the chosen URIs; it is not called if nothing was chosen.
    init(_ title: String, over window: Widget, folders: Bool, _ body: @escaping ([String]) -> Void) {
        super.init(
            consuming: gtk_file_chooser_native_new(
                title, window.typed(),
                folders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, nil, nil
            ).map { UnsafeMutableRawPointer($0) })
        gtk_file_chooser_set_select_multiple(opaque, 1)
        gtk_native_dialog_set_modal(typed(), 1)
        beginWithMusic()
        if !folders { addFilter() }
        on("response") { [weak self] arguments in
            guard let self, arguments.integer(1) == Self.accepted else { return }
            let uris = chosen
            if !uris.isEmpty { body(uris) }
        }
    }

    func show() { gtk_native_dialog_show(typed()) }

    /// Begins in the desktop's music folder, if it has one.
    private func beginWithMusic() {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_MUSIC) else { return }
        let folder = g_file_new_for_path(path)
        gtk_file_chooser_set_current_folder(opaque, folder, nil)
        g_object_unref(folder.map { UnsafeMutableRawPointer($0) })
    }

    private func addFilter() {
        let filter = gtk_file_filter_new()
        gtk_file_filter_set_name(filter, translated("Music and playlists"))
        let lists = ["application/xspf+xml", "application/vnd.apple.mpegurl", "application/x-cue"]
        for type in ["audio/*", "application/ogg"] + lists {
            gtk_file_filter_add_mime_type(filter, type)
        }
        gtk_file_chooser_add_filter(opaque, filter)
    }

    private var chosen: [String] {
        guard let files = gtk_file_chooser_get_files(opaque) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(files)) }
        return (0..<g_list_model_get_n_items(files)).compactMap { place in
            guard let file = g_list_model_get_item(files, place) else { return nil }
            defer { g_object_unref(file) }
            guard let uri = g_file_get_uri(OpaquePointer(file)) else { return nil }
            defer { g_free(uri) }
            return String(cString: uri)
        }
    }
}
