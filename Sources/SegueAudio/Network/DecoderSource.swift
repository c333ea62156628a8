import CGStreamer

/// The elements that a decoder makes to read from, as they appear.
enum DecoderSource {
    /// Calls `body` with the element that reads the decoder's own address, before it is asked anything. In the thread that opens the decoder.
    static func observe(_ decoder: Element, _ body: @escaping @Sendable (Element) -> Void) {
        let handler:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstElement>?, gpointer?
            ) -> Void = { _, source, context in
                guard let source, let context else { return }
                Unmanaged<Observer>.fromOpaque(context).takeUnretainedValue().body(Element(sinking: source))
            }
        connect(decoder, "source-setup", unsafeBitCast(handler, to: gpointer.self), Observer(body))
    }

    /// Calls `body` with each address that an element inside of the decoder is about to read from on its own account (the pieces of an adaptive
    /// stream); where it says no, that element stays closed. In the thread that adds the element.
    static func admit(_ decoder: Element, _ body: @escaping @Sendable (String) -> Bool) {
        let handler:
            @convention(c) (
                UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstElement>?,
                gpointer?
            ) -> Void = { _, _, element, context in
                guard let element, let context, let text = segue_source_address(element) else { return }
                defer { g_free(text) }
                let address = String(cString: text)
                Unmanaged<Gatekeeper>.fromOpaque(context).takeUnretainedValue().close(element, unlessAdmitted: address)
            }
        connect(decoder, "deep-element-added", unsafeBitCast(handler, to: gpointer.self), Gatekeeper(body))
    }

    private static func connect(_ decoder: Element, _ signal: String, _ handler: gpointer, _ context: AnyObject) {
        _ = segue_connect(decoder.pointer, signal, handler, Unmanaged.passRetained(context).toOpaque()) { context, _ in
            guard let context else { return }
            Unmanaged<AnyObject>.fromOpaque(context).release()
        }
    }

    private final class Observer: Sendable {
        let body: @Sendable (Element) -> Void

        init(_ body: @escaping @Sendable (Element) -> Void) {
            self.body = body
        }
    }

    private final class Gatekeeper: Sendable {
        let isAdmitted: @Sendable (String) -> Bool

        init(_ isAdmitted: @escaping @Sendable (String) -> Bool) {
            self.isAdmitted = isAdmitted
        }

        /// A locked element takes no part in its bin's changes of state, and so never opens anything.
        func close(_ element: UnsafeMutablePointer<GstElement>, unlessAdmitted address: String) {
            if !isAdmitted(address) { gst_element_set_locked_state(element, 1) }
        }
    }
}
