import CGStreamer
import SegueCore

/// Turns GStreamer's messages about a load into sentences that the user can act on.
enum ErrorSentences {
    static func withoutAudio(uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: place(uri), reason: Reason.noAudio.text())
    }

    /// The error of an excerpt of a file in which no position can be reached.
    static func indivisible(uri: String) -> AudioPlayerError {
        .unsupportedFormat(path: place(uri), reason: "no part of a file of this format can be played by itself")
    }

    static func unfit(_ misfit: DecodedStream.Misfit, uri: String) -> AudioPlayerError {
        let reason =
            switch misfit {
            case .format: Reason.rateOutOfRange.text()
            case .channels(let count): Reason.unnamedSpeakers.text("\(count)")
            }
        return .unsupportedFormat(path: place(uri), reason: reason)
    }

    /// Returns the path for a file, and the URI otherwise.
    static func place(_ uri: String) -> String { ResourceName.path(of: uri) ?? uri }

    static func error(_ error: ElementError, uri: String) -> AudioPlayerError {
        let place = place(uri)
        switch (error.domain, error.code) {
        case (.resource, GST_RESOURCE_ERROR_NOT_FOUND.rawValue): return .fileNotFound(path: place)
        case (.resource, GST_RESOURCE_ERROR_OPEN_READ.rawValue) where error.text.contains("directory"):
            return .fileLoadFailed(path: place, reason: Reason.folder.text())
        case (.resource, GST_RESOURCE_ERROR_OPEN_READ.rawValue),
            (.resource, GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue):
            return .fileLoadFailed(path: place, reason: Reason.notOpened.text())
        case (.resource, _): return .fileLoadFailed(path: place, reason: Reason.notRead.text())
        case (.stream, GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue):
            return .unsupportedFormat(path: place, reason: Reason.unknownType.text())
        case (.stream, GST_STREAM_ERROR_WRONG_TYPE.rawValue):
            return .unsupportedFormat(path: place, reason: Reason.holdsNoAudio.text())
        case (.stream, GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue), (.core, GST_CORE_ERROR_MISSING_PLUGIN.rawValue):
            return missingDecoder(error.details, at: place)
        case (.stream, _), (.core, _), (.other, _):
            return .fileLoadFailed(path: place, reason: Reason.damaged.text())
        }
    }

    /// Returns the reason for an output's failure as a clause: the system's message, if known. GStreamer passes the
    /// system's message on in the text for developers (GST_ERROR_SYSTEM).
    static func reason(ofOutput message: UnsafeMutablePointer<GstMessage>) -> String {
        guard let error = ElementError(message) else { return Reason.outputFailed.text() }
        var text = error.text
        if let line = error.details.split(separator: "\n").last, line.hasPrefix(systemError) {
            text = String(line.dropFirst(systemError.count))
        }
        while text.last == "." { text.removeLast() }
        // libpulse's messages when the server, or the device of a stream, is disconnected.
        if text.hasPrefix("Disconnected") || text.hasPrefix("pa_") {
            return Reason.disconnected.text()
        }
        return text
    }

    private static let systemError = "system error: "
}
