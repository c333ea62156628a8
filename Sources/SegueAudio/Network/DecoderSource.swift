import CGStreamer

/// The source elements that a decoder creates, as they appear.
enum DecoderSource {
    /// Calls `body` with the element that reads the decoder's own address, before the element receives any request. In
    /// the thread that opens the decoder.
    static func observe(_ decoder: Element, _ body: @escaping @Sendable (Element) -> Void) {
        let handler:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstElement>?, gpointer?
            ) -> Void = { _, source, context in
                guard let source, let context else { return }
                Unmanaged<Observer>.fromOpaque(context).takeUnretainedValue().body(Element(sinking: source))
            }
        let context = Unmanaged.passRetained(Observer(body)).toOpaque()
        _ = segue_connect(decoder.pointer, "source-setup", unsafeBitCast(handler, to: gpointer.self), context) {
            context, _ in
            guard let context else { return }
            Unmanaged<Observer>.fromOpaque(context).release()
        }
    }

    /// Calls `body` with each address that an element inside the decoder is about to read by itself (the pieces of an
    /// adaptive stream). If `body` returns false, the element stays closed. In the thread that adds the element.
    static func admit(_ decoder: Element, _ body: @escaping @Sendable (String) -> Bool) {
        InnerElements.observe(decoder) { element in
            guard let text = segue_source_address(element.pointer) else { return }
            defer { g_free(text) }
            // A locked element ignores its bin's state changes, and so never opens anything.
            if !body(String(cString: text)) { gst_element_set_locked_state(element.pointer, 1) }
        }
    }

    private final class Observer: Sendable {
        let body: @Sendable (Element) -> Void

        init(_ body: @escaping @Sendable (Element) -> Void) {
            self.body = body
        }
    }
}
