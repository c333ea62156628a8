import Testing

@testable import SegueFiles

@Suite struct MarkupReaderTests {
    private func pieces(_ document: String) -> [MarkupReader.Piece] {
        var reader = MarkupReader(document)
        return Array(AnyIterator { reader.next() })
    }

    @Test func elementsAndTextComeInTheirOrder() {
        let document = "<?xml version='1.0'?>\n<a x=\"1\" y = '&gt;'>one<b/>two<x:c >three</x:c\n></a>\n"
        #expect(
            pieces(document) == [
                .start("a"), .text("one"), .start("b"), .end("b"), .text("two"), .start("x:c"), .text("three"),
                .end("x:c"), .end("a"),
            ])
    }

    @Test func escapesStandForWhatTheyName() {
        let document = "<a>&lt;&amp;&gt;&quot;&apos;&#233;&#x1F3B5;</a>"
        #expect(pieces(document) == [.start("a"), .text("<&>\"'é🎵"), .end("a")])
        #expect(pieces("<a><![CDATA[<b>&amp;]]></a>") == [.start("a"), .text("<b>&amp;"), .end("a")])
    }

    @Test func commentsAndDocumentTypesArePassedOver() {
        let document = "<!DOCTYPE a [<!ENTITY b \"c\">]><!-- <a> --><a>x<!-- y --></a><!--><!-- end -->"
        #expect(pieces(document) == [.start("a"), .text("x"), .end("a")])
    }

    @Test(arguments: [
        "<a>&b;", "<a>&#0;", "<a>&#xD800;", "<a>& ", "<a></b>", "<a><", "<a><!", "<a><!-- ", "<a><1/>", "<a><b c>",
        "<a><b c=d>", "<a><b c='&x;'/>", "<a><![CDATA[x", "<a></>",
    ])
    func nothingComesFromAnErrorOn(document: String) {
        #expect(pieces(document + "<c></c></a>").prefix(2) == [.start("a")])
    }

    @Test(arguments: ["", "text", "text<a/>", "</a>", "\u{0}", "<?xml"])
    func whatIsNoDocumentHasNothing(document: String) {
        #expect(pieces(document).isEmpty)
    }
}
