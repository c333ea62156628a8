import CAdwaita

/// A loader that reads covers away from GTK's thread, and keeps the most recent ones.
final class CoverLoader {
    private enum Cover {
        case awaited, failed
        case known(Object)
    }

    /// The longest side of a kept cover, in pixels. A full scan of a booklet would take a hundred times the memory.
    var size: Int
    private let kept: Int

    /// Called when a missing cover has been read, or cannot be read.
    var onLoad: (() -> Void)?

    private var covers: [String: Cover] = [:]
    /// The keys of the covers, the oldest first.
    private var order: [String] = []
    private var trimming: Later?

    /// Creates a loader that keeps `kept` covers of this size in pixels.
    init(size: Int, kept: Int) {
        self.size = size
        self.kept = kept
    }

    /// Returns the cover at an address or, if there is none that can be read, a cover drawn from a name. Nil while the
    /// cover is being read; starts reading if necessary.
    func texture(_ uri: String?, name: String) -> Object? {
        guard let uri, uri.hasPrefix("file://") else { return drawn(name) }
        switch covers[uri] {
        case .known(let texture): return texture
        case .failed: return drawn(name)
        case .awaited: return nil
        case nil:
            keep(.awaited, as: uri)
            read(uri)
            return nil
        }
    }

    private func drawn(_ name: String) -> Object {
        // No address has this form.
        let key = "drawn:\(name)"
        if case .known(let texture)? = covers[key] { return texture }
        let texture = DrawnCover.texture(name, side: size)
        keep(.known(texture), as: key)
        return texture
    }

    private func keep(_ cover: Cover, as key: String) {
        covers[key] = cover
        order.append(key)
        if order.count > kept { covers[order.removeFirst()] = nil }
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
        guard case .awaited? = covers[uri] else { return }
        covers[uri] = texture.map { .known($0) } ?? .failed
        // Decoding fragments the heap: after scrolling through a long list, a third of it is free.
        trimming = Later(milliseconds: 1000) { malloc_trim(0) }
        onLoad?()
    }

    /// A cover being read. The loader may be deallocated before the cover arrives.
    private final class Request {
        private weak var loader: CoverLoader?
        private let uri: String
        private let size: gint

        init(loader: CoverLoader, uri: String) {
            self.loader = loader
            self.uri = uri
            size = gint(loader.size)
        }

        static func size(_ pointer: UnsafeMutableRawPointer) -> gint {
            Unmanaged<Request>.fromOpaque(pointer).takeUnretainedValue().size
        }

        static func finish(_ pointer: UnsafeMutableRawPointer, _ pixbuf: OpaquePointer?) {
            let request = Unmanaged<Request>.fromOpaque(pointer).takeRetainedValue()
            guard let pixbuf else {
                request.loader?.finished(request.uri, nil)
                return
            }
            let texture = Object(consuming: gdk_texture_new_for_pixbuf(pixbuf).map { UnsafeMutableRawPointer($0) })
            g_object_unref(UnsafeMutableRawPointer(pixbuf))
            request.loader?.finished(request.uri, texture)
        }
    }
}
