import CGStreamer

/// The elements that a decoder creates internally.
enum InnerElements {
    /// Calls `body` with each element that appears inside `decoder`, or with each element of this factory, before it
    /// receives any data. In the thread that adds the element.
    static func observe(_ decoder: Element, of factory: String? = nil, _ body: @escaping @Sendable (Element) -> Void) {
        let handler:
            @convention(c) (
                UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstElement>?,
                gpointer?
            ) -> Void = { _, _, pointer, context in
                guard let pointer, let context else { return }
                let observer = Unmanaged<Observer>.fromOpaque(context).takeUnretainedValue()
                let element = Element(sinking: pointer)
                if observer.factory.map({ $0 == element.factoryName }) ?? true { observer.body(element) }
            }
        let context = Unmanaged.passRetained(Observer(factory, body)).toOpaque()
        _ = segue_connect(
            decoder.pointer, "deep-element-added", unsafeBitCast(handler, to: gpointer.self), context
        ) { context, _ in
            guard let context else { return }
            Unmanaged<Observer>.fromOpaque(context).release()
        }
    }

    private final class Observer: Sendable {
        let factory: String?
        let body: @Sendable (Element) -> Void

        init(_ factory: String?, _ body: @escaping @Sendable (Element) -> Void) {
            self.factory = factory
            self.body = body
        }
    }
}
