import Foundation
import FoundationXML

/// Introspection data in a form that can be compared, regardless of its author and order.
public enum InterfaceLines {
    /// Returns each interface of a node with its members, one line each, sorted: `method List offset:u:in …`.
    ///
    /// Throws the parser's error for text that is not XML.
    public static func of(xml text: String) throws -> [String: [String]] {
        let document = try XMLDocument(xmlString: text)
        let elements = document.rootElement()?.elements(forName: "interface") ?? []
        return Dictionary(
            uniqueKeysWithValues: elements.map { element in
                let members = (element.children ?? []).compactMap { $0 as? XMLElement }.map(line)
                return (element.attribute(forName: "name")?.stringValue ?? "", members.sorted())
            })
    }

    private static func line(_ member: XMLElement) -> String {
        func attribute(_ name: String, of element: XMLElement) -> String? {
            element.attribute(forName: name)?.stringValue
        }
        let own = [
            member.name, attribute("name", of: member), attribute("type", of: member), attribute("access", of: member),
        ]
        let arguments = member.elements(forName: "arg").map { argument in
            [attribute("name", of: argument), attribute("type", of: argument), attribute("direction", of: argument)]
                .compactMap(\.self).joined(separator: ":")
        }
        let annotations = member.elements(forName: "annotation").map {
            "\(attribute("name", of: $0) ?? "")=\(attribute("value", of: $0) ?? "")"
        }
        return (own.compactMap(\.self) + arguments + annotations).joined(separator: " ")
    }
}
