import CAdwaita
import Glibc

@main
enum Main {
    static func main() {
        // GTK and GIO start a dozen threads that hardly allocate: a heap for each of them would be memory for nothing.
        mallopt(M_ARENA_MAX, 2)
        // The memory in which a picture is decoded goes back to the system. Without a fixed limit, the first one would
        // raise it (mallopt(3)).
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        Graphics.avoidSoftwareOpenGL()
        Translation.begin(folder: Installation.translations)
        exit(Application().run())
    }
}
