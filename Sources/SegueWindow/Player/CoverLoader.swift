import CAdwaita

/// A loader that decodes covers in another thread, one at a time, and keeps the most recent ones.
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
    /// The addresses still to be read.
    private var waiting: [String] = []
    private var isReading = false

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
            waiting.append(uri)
            readNext()
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

    private func readNext() {
        while !isReading, !waiting.isEmpty {
            let uri = waiting.removeFirst()
            // The cover of a row that was scrolled past may be of no use any more.
            if case .awaited? = covers[uri] { read(uri) }
        }
    }

    private func read(_ uri: String) {
        isReading = true
        let request = Unmanaged.passRetained(Request(loader: self, uri: uri)).toOpaque()
        let task = g_task_new(
            nil, nil,
            { _, result, request in
                guard let result, let request else { return }
                Request.finish(request, g_task_propagate_pointer(result, nil).map { OpaquePointer($0) })
            }, request)
        // GdkPixbuf's own asynchronous functions decode in GTK's thread.
        g_task_set_task_data(task, Unmanaged.passRetained(Picture(uri: uri, size: gint(size))).toOpaque()) {
            if let picture = $0 { Unmanaged<Picture>.fromOpaque(picture).release() }
        }
        g_task_run_in_thread(task) { task, _, picture, _ in
            let pixbuf = picture.flatMap { Unmanaged<Picture>.fromOpaque($0).takeUnretainedValue().decoded() }
            g_task_return_pointer(task, pixbuf.map { UnsafeMutableRawPointer($0) }) { g_object_unref($0) }
        }
        g_object_unref(UnsafeMutableRawPointer(task))
    }

    private func finished(_ uri: String, _ texture: Object?) {
        isReading = false
        defer { readNext() }
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

        init(loader: CoverLoader, uri: String) {
            self.loader = loader
            self.uri = uri
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

    /// A picture to be decoded.
    private final class Picture: Sendable {
        let uri: String
        /// The side of the result, in pixels.
        let size: gint
        /// The largest number of pixels of the longer side before it is cropped, as a multiple of `size`.
        private static let longest: gint = 8
        /// The largest number of pixels. Most decoders keep all of them for a moment, in four bytes each.
        private static let mostPixels = 50_000_000

        init(uri: String, size: gint) {
            self.uri = uri
            self.size = size
        }

        /// Returns the square in the middle of the picture, whose reference the caller adopts; nil if the picture can't
        /// be read or is too large.
        func decoded() -> OpaquePointer? {
            guard let path = g_filename_from_uri(uri, nil, nil) else { return nil }
            defer { g_free(path) }
            var (width, height): (gint, gint) = (0, 0)
            guard gdk_pixbuf_get_file_info(path, &width, &height) != nil,
                Int(width) * Int(height) <= Self.mostPixels
            else { return nil }
            let side = gint(clamping: Int(max(width, height)) * Int(size) / Int(max(min(width, height), 1)))
            let bound = min(side, Self.longest * size)
            return gdk_pixbuf_new_from_file_at_scale(path, bound, bound, 1, nil).flatMap(Self.cropped)
        }

        private static func cropped(_ picture: OpaquePointer) -> OpaquePointer? {
            let (width, height) = (gdk_pixbuf_get_width(picture), gdk_pixbuf_get_height(picture))
            let side = min(width, height)
            guard width != height,
                let square = gdk_pixbuf_new_subpixbuf(picture, (width - side) / 2, (height - side) / 2, side, side)
            else { return picture }
            // The part keeps the whole alive.
            defer { for pixbuf in [picture, square] { g_object_unref(UnsafeMutableRawPointer(pixbuf)) } }
            return gdk_pixbuf_copy(square)
        }
    }
}
