import CAdwaita
import Glibc

@main
enum Main {
    static func main() {
        // GTK and GIO start a dozen threads that hardly allocate. A separate heap for each thread would waste memory.
        mallopt(M_ARENA_MAX, 2)
        // Memory used to decode a picture is returned to the system. Without a fixed threshold, the first picture would
        // raise it (mallopt(3)).
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        Graphics.avoidSoftwareOpenGL()
        Translation.begin(folder: Installation.translations)
        exit(Application().run())
    }
}
