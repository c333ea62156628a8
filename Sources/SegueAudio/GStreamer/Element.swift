import CGStreamer
import EventLoop
import SegueCore

/// An owned reference to a GStreamer element.
// @unchecked: the pointer never changes, and elements do their own locking (GStreamer manual, "Threads").
final class Element: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstElement>

    /// Takes ownership of a floating reference, as constructors return it, or adds a reference to an element that has
    /// an owner.
    init(sinking pointer: UnsafeMutablePointer<GstElement>) {
        self.pointer = pointer
        gst_object_ref_sink(pointer)
    }

    /// Creates an element by the factory of this name. Throws `engineError` if it is not installed.
    static func make(_ factory: String) throws(AudioPlayerError) -> Element {
        guard let pointer = gst_element_factory_make(factory, nil) else {
            throw .engineError(
                reason: "the GStreamer element \(factory) is not installed (`segue doctor` names the package), or "
                    + "GStreamer's list of plug-ins is out of date (rm -f \(GStreamerLibrary.registry))")
        }
        return Element(sinking: pointer)
    }

    static func makeBin() -> Element {
        guard let pointer = gst_bin_new(nil) else { preconditionFailure("a bin could not be allocated") }
        return Element(sinking: pointer)
    }

    static func makePipeline() -> Element {
        guard let pointer = gst_pipeline_new(nil) else { preconditionFailure("a pipeline could not be allocated") }
        return Element(sinking: pointer)
    }

    deinit {
        gst_object_unref(pointer)
    }

    // MARK: - Properties

    func set(_ property: String, _ value: Bool) { segue_set_boolean(pointer, property, value ? 1 : 0) }
    func set(_ property: String, _ value: Int32) { segue_set_int(pointer, property, value) }
    func set(_ property: String, _ value: Int64) { segue_set_int64(pointer, property, gint64(value)) }
    func set(_ property: String, _ value: UInt64) { segue_set_uint64(pointer, property, guint64(value)) }
    func set(_ property: String, _ value: Double) { segue_set_double(pointer, property, value) }
    func set(_ property: String, _ value: String) { segue_set_string(pointer, property, value) }

    func set(_ property: String, caps: String) {
        guard let caps = gst_caps_from_string(caps) else { preconditionFailure("\(caps) are no caps") }
        segue_set_pointer(pointer, property, caps)
        gst_caps_unref(caps)
    }

    /// The value of a property that holds text.
    func text(_ property: String) -> String? {
        guard let text = segue_get_string(pointer, property) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The value of a property of 64 bits.
    func integer(_ property: String) -> Int64 { Int64(segue_get_int64(pointer, property)) }

    /// Returns true if elements of this type have a property of this name.
    func has(_ property: String) -> Bool {
        g_object_class_find_property(segue_object_class(pointer), property) != nil
    }

    // MARK: - Structure

    /// For a bin: makes `element` its child.
    func add(_ element: Element) {
        guard gst_bin_add(segue_as_bin(pointer), element.pointer) != 0 else {
            preconditionFailure("an element could not be added to its bin")
        }
    }

    /// For a bin: removes `element`. Does nothing if `element` is not its child.
    func remove(_ element: Element) {
        guard gst_object_has_as_parent(segue_as_object(element.pointer), segue_as_object(pointer)) != 0 else { return }
        gst_bin_remove(segue_as_bin(pointer), element.pointer)
    }

    /// Links elements in order. Throws `engineError` if two of them don't fit.
    static func link(_ elements: [Element]) throws(AudioPlayerError) {
        for (source, sink) in zip(elements, elements.dropFirst())
        where gst_element_link(source.pointer, sink.pointer) == 0 {
            throw .engineError(reason: "the GStreamer elements \(source.name) and \(sink.name) don't fit together")
        }
    }

    func pad(_ name: String) -> Pad {
        guard let pad = gst_element_get_static_pad(pointer, name) else {
            preconditionFailure("\(self.name) has no pad \(name)")
        }
        return Pad(owning: pad)
    }

    /// The element's `sink` pad; nil if it has none.
    var firstSinkPad: Pad? {
        guard let pad = gst_element_get_static_pad(pointer, "sink") else { return nil }
        return Pad(owning: pad)
    }

    /// Returns true for the element itself and everything inside it.
    func contains(_ object: UnsafeMutablePointer<GstObject>) -> Bool {
        object == segue_as_object(pointer) || gst_object_has_as_ancestor(object, segue_as_object(pointer)) != 0
    }

    var name: String {
        guard let name = gst_object_get_name(segue_as_object(pointer)) else { return "element" }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// The name of the factory that made the element, such as `pulsesink`.
    var factoryName: String {
        guard let factory = gst_element_get_factory(pointer),
            let text = gst_object_get_name(segue_as_object(UnsafeMutableRawPointer(factory)))
        else { return name }
        defer { g_free(text) }
        return String(cString: text)
    }

    // MARK: - State

    /// Requests a state. Returns false only if the state is refused at once; it may be reached later. Never on the
    /// thread of a loop, because an element may wait there for its file, its device or its server. The mixer's elements
    /// don't (`MixingPipeline`).
    @discardableResult
    func setState(_ state: GstState) -> Bool {
        EventLoop.checkMayWait()
        return gst_element_set_state(pointer, state) != GST_STATE_CHANGE_FAILURE
    }

    /// Releases everything that the element holds. May block.
    func tearDown() {
        EventLoop.checkMayWait()
        // `uridecodebin` refuses if its source fails at the same moment, and takes its bin back to READY (GStreamer
        // 1.22). A second request succeeds.
        insist(on: GST_STATE_NULL)
    }

    /// Requests a state, again if it is refused, up to three times. On the thread of a loop for the mixer alone.
    func insist(on state: GstState) {
        var attempts = 3
        while attempts > 0, gst_element_set_state(pointer, state) == GST_STATE_CHANGE_FAILURE { attempts -= 1 }
    }

    /// The state that has been reached so far.
    var currentState: GstState {
        var current = GST_STATE_VOID_PENDING
        gst_element_get_state(pointer, &current, nil, 0)
        return current
    }

    /// Runs `work` on a thread of GStreamer's pool: for work that may wait for a file, a device or the network.
    func performInBackground(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(WorkBox(work))
        gst_element_call_async(
            pointer,
            { _, context in
                guard let context else { return }
                Unmanaged<WorkBox>.fromOpaque(context).takeUnretainedValue().work()
            },
            box.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<WorkBox>.fromOpaque(context).release()
            })
    }

    private final class WorkBox: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }
}
