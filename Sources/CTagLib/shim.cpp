#include "CTagLib.h"

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/asftag.h>
#include <taglib/chapterframe.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mp4properties.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tfilestream.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

using namespace TagLib;

namespace {

bool holds(ID3v2::Tag *tag) { return tag && !tag->frameListMap()["APIC"].isEmpty(); }

bool holds(Ogg::XiphComment *comment) { return comment && !comment->pictureList().isEmpty(); }

/// Finds the codec of a file, and whether the file contains a picture.
void describe(File *file, CTagLibSound *sound) {
    if (auto *flac = dynamic_cast<FLAC::File *>(file)) {
        sound->codec = "FLAC";
        sound->has_picture = !flac->pictureList().isEmpty();
    } else if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) {
        sound->codec = "MP3";
        sound->has_picture = mpeg->hasID3v2Tag() && holds(mpeg->ID3v2Tag());
    } else if (auto *vorbis = dynamic_cast<Ogg::Vorbis::File *>(file)) {
        sound->codec = "Vorbis";
        sound->has_picture = holds(vorbis->tag());
    } else if (auto *opus = dynamic_cast<Ogg::Opus::File *>(file)) {
        sound->codec = "Opus";
        sound->has_picture = holds(opus->tag());
    } else if (auto *speex = dynamic_cast<Ogg::Speex::File *>(file)) {
        sound->codec = "Speex";
        sound->has_picture = holds(speex->tag());
    } else if (auto *oggFLAC = dynamic_cast<Ogg::FLAC::File *>(file)) {
        sound->codec = "FLAC";
        sound->has_picture = holds(oggFLAC->tag());
    } else if (auto *mp4 = dynamic_cast<MP4::File *>(file)) {
        auto *properties = mp4->audioProperties();
        sound->codec = properties && properties->codec() == MP4::Properties::ALAC ? "ALAC" : "AAC";
        sound->has_picture = mp4->tag() && mp4->tag()->contains("covr");
    } else if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) {
        sound->codec = "WAV";
        sound->has_picture = wave->hasID3v2Tag() && holds(wave->ID3v2Tag());
    } else if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
        sound->codec = "AIFF";
        sound->has_picture = aiff->hasID3v2Tag() && holds(aiff->tag());
    } else if (auto *asf = dynamic_cast<ASF::File *>(file)) {
        sound->codec = "WMA";
        sound->has_picture = asf->tag() && asf->tag()->contains("WM/Picture");
    } else if (dynamic_cast<APE::File *>(file)) {
        sound->codec = "Monkey's Audio";
    } else if (dynamic_cast<WavPack::File *>(file)) {
        sound->codec = "WavPack";
    } else if (dynamic_cast<MPC::File *>(file)) {
        sound->codec = "Musepack";
    } else if (dynamic_cast<TrueAudio::File *>(file)) {
        sound->codec = "TTA";
    }
}

}  // namespace

bool CTagLib_read(
    const char *path, void *context, void (*property)(void *context, const char *name, const char *value),
    void (*chapter)(void *context, uint32_t start, const char *title), struct CTagLibSound *sound) {
    *sound = {0, 0, false, ""};
    // By default, TagLib opens a file for writing, and inotify reports a change when it is closed.
    FileStream stream(path, true);
    FileRef reference(&stream);
    if (reference.isNull()) return false;
    describe(reference.file(), sound);
    if (auto *properties = reference.audioProperties()) {
        sound->length = properties->lengthInMilliseconds();
        sound->rate = properties->sampleRate();
    }
    const PropertyMap map = reference.file()->properties();
    for (const auto &entry : map) {
        const std::string name = entry.first.to8Bit(true);
        for (const auto &value : entry.second) property(context, name.c_str(), value.to8Bit(true).c_str());
    }
    auto *mpeg = dynamic_cast<MPEG::File *>(reference.file());
    if (!mpeg || !mpeg->hasID3v2Tag()) return true;
    for (auto *frame : mpeg->ID3v2Tag()->frameList("CHAP")) {
        if (auto *part = dynamic_cast<ID3v2::ChapterFrame *>(frame)) {
            const auto &titles = part->embeddedFrameList("TIT2");
            const String title = titles.isEmpty() ? String() : titles.front()->toString();
            chapter(context, part->startTime(), title.to8Bit(true).c_str());
        }
    }
    return true;
}
