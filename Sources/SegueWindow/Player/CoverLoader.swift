import CAdwaita

/// Reads covers away from GTK's thread, and keeps the last few.
final class CoverLoader {
    /// The longest side that is kept, in pixels; a scan of a booklet would take a hundred times the memory.
    private let size: gint
    private let kept: Int

    /// Called when a cover that was missing has been read.
    var onLoad: (() -> Void)?

    private var textures: [(uri: String, texture: Object?)] = []

    /// Covers of this size in pixels, that many of them.
    init(size: Int, kept: Int) {
        self.size = gint(size)
        self.kept = kept
    }

    /// The cover, if it has been read; otherwise it is read now.
    func texture(_ uri: String?) -> Object? {
        guard let uri, uri.hasPrefix("file://") else { return nil }
        if let known = textures.first(where: { $0.uri == uri }) { return known.texture }
        textures.append((uri, nil))
        if textures.count > kept { textures.removeFirst() }
        read(uri)
        return nil
    }

    private func read(_ uri: String) {
        let file = Object(consuming: g_file_new_for_uri(uri).map { UnsafeMutableRawPointer($0) })
        let request = Unmanaged.passRetained(Request(loader: self, uri: uri)).toOpaque()
        g_file_read_async(
            file.opaque, G_PRIORITY_DEFAULT, nil,
            { source, result, request in
                guard let source, let request else { return }
                let stream = g_file_read_finish(OpaquePointer(source), result, nil)
                guard let stream else { return Request.finish(request, nil) }
                let size = Request.size(request)
                gdk_pixbuf_new_from_stream_at_scale_async(
                    UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GInputStream.self), size, size, 1, nil,
                    { _, result, request in
                        guard let request else { return }
                        Request.finish(request, gdk_pixbuf_new_from_stream_finish(result, nil))
                    }, request)
                g_object_unref(stream)
            }, request)
    }

    private func finished(_ uri: String, _ texture: Object?) {
        guard let texture, let index = textures.firstIndex(where: { $0.uri == uri }) else { return }
        textures[index].texture = texture
        onLoad?()
    }

    /// A cover that is being read; the loader may be gone when it is there.
    private final class Request {
        private weak var loader: CoverLoader?
        private let uri: String
        private let size: gint

        init(loader: CoverLoader, uri: String) {
            self.loader = loader
            self.uri = uri
            size = loader.size
        }

        static func size(_ pointer: UnsafeMutableRawPointer) -> gint {
            Unmanaged<Request>.fromOpaque(pointer).takeUnretainedValue().size
        }

        static func finish(_ pointer: UnsafeMutableRawPointer, _ pixbuf: OpaquePointer?) {
            let request = Unmanaged<Request>.fromOpaque(pointer).takeRetainedValue()
            guard let pixbuf else { return }
            let texture = Object(consuming: gdk_texture_new_for_pixbuf(pixbuf).map { UnsafeMutableRawPointer($0) })
            g_object_unref(UnsafeMutableRawPointer(pixbuf))
            request.loader?.finished(request.uri, texture)
        }
    }
}
