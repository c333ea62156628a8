/// A dictionary by entry identity. Consecutive identities share a page. Inserting or removing many of them costs as
/// much as one, and a change of a copy copies one page.
struct IdentityTable<Value> {
    /// The values of 64 neighbouring identities.
    fileprivate struct Page {
        /// One bit for each identity that has a value.
        var mask: UInt64 = 0
        /// The values, in the order of the identities.
        var values: ContiguousArray<Value> = []

        func index(of bit: UInt64) -> Int { (mask & (bit - 1)).nonzeroBitCount }

        mutating func set(_ value: Value, at bit: UInt64) {
            let index = index(of: bit)
            if mask & bit != 0 {
                values[index] = value
            } else {
                values.insert(value, at: index)
                mask |= bit
            }
        }
    }

    private var pages: [UInt64: Page] = [:]
    /// The number of identities that have a value.
    private(set) var count = 0

    init() {}

    private static func place(of id: EntryID) -> (page: UInt64, bit: UInt64) {
        (id.rawValue >> 6, 1 << (id.rawValue & 63))
    }

    /// The value of an identity; nil if it has none.
    subscript(id: EntryID) -> Value? {
        get {
            let (key, bit) = Self.place(of: id)
            guard let page = pages[key], page.mask & bit != 0 else { return nil }
            return page.values[page.index(of: bit)]
        }
        set {
            guard let newValue else { return remove(id) }
            let (key, bit) = Self.place(of: id)
            set(in: key) { $0.set(newValue, at: bit) }
        }
    }

    func contains(_ id: EntryID) -> Bool {
        let (key, bit) = Self.place(of: id)
        return (pages[key]?.mask ?? 0) & bit != 0
    }

    /// All values, in any order.
    var values: some Sequence<Value> { pages.values.lazy.flatMap(\.values) }

    /// The greatest identity; nil in an empty table. O(n).
    var last: EntryID? {
        pages.max { $0.key < $1.key }.map { key, page in
            EntryID(rawValue: key << 6 | UInt64(63 - page.mask.leadingZeroBitCount))
        }
    }

    /// Sets the value of each element's identity. Runs of neighbouring identities cost least.
    mutating func insert<Elements: RandomAccessCollection>(
        _ elements: Elements, id: (Elements.Element) -> EntryID, value: (Elements.Element) -> Value
    ) {
        var start = elements.startIndex
        while start != elements.endIndex {
            let key = Self.place(of: id(elements[start])).page
            var end = start
            set(in: key) { page in
                while end != elements.endIndex {
                    let (next, bit) = Self.place(of: id(elements[end]))
                    guard next == key else { break }
                    page.set(value(elements[end]), at: bit)
                    end = elements.index(after: end)
                }
            }
            start = end
        }
    }

    private mutating func set(in key: UInt64, _ change: (inout Page) -> Void) {
        count += { page in
            let before = page.values.count
            change(&page)
            return page.values.count - before
        }(&pages[key, default: Page()])
    }

    private mutating func remove(_ id: EntryID) {
        let (key, bit) = Self.place(of: id)
        guard let mask = pages[key]?.mask, mask & bit != 0 else { return }
        count -= 1
        guard mask != bit else {
            pages[key] = nil
            return
        }
        { page in
            page.values.remove(at: page.index(of: bit))
            page.mask &= ~bit
        }(&pages[key, default: Page()])
    }
}

extension IdentityTable.Page: Sendable where Value: Sendable {}
extension IdentityTable.Page: Equatable where Value: Equatable {}
extension IdentityTable.Page: Hashable where Value: Hashable {}
extension IdentityTable: Sendable where Value: Sendable {}
extension IdentityTable: Equatable where Value: Equatable {}
extension IdentityTable: Hashable where Value: Hashable {}
