import CGStreamer

extension ArtworkCache {
    /// Stores the cover in the tags: the image marked as the front cover, or else the first image that is a picture.
    /// Returns nil if there is none.
    func embeddedCover(in list: UnsafePointer<GstTagList>) -> String? {
        let tags = Tags(list)
        return cover(tags, GST_TAG_IMAGE) ?? cover(tags, GST_TAG_PREVIEW_IMAGE)
    }

    private func cover(_ tags: Tags, _ tag: String) -> String? {
        var front: String?
        var other: String?
        tags.forEachSample(tag) { sample in
            guard front == nil else { return }
            let isFront = Self.isFrontCover(sample)
            guard isFront || other == nil else { return }
            Tags.withBytes(of: sample) { bytes in
                if isFront { front = store(bytes) } else { other = store(bytes) }
            }
        }
        return front ?? other
    }

    private static func isFrontCover(_ sample: OpaquePointer) -> Bool {
        guard let information = gst_sample_get_info(sample) else { return false }
        var type: Int32 = 0
        return gst_structure_get_enum(information, "image-type", gst_tag_image_type_get_type(), &type) != 0
            && type == Int32(GST_TAG_IMAGE_TYPE_FRONT_COVER.rawValue)
    }
}
