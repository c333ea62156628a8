import CAdwaita
import Glibc

@main
enum Main {
    static func main() {
        // GTK and GIO start a dozen threads that hardly allocate: a heap for each of them would be memory for nothing.
        mallopt(M_ARENA_MAX, 2)
        Graphics.avoidSoftwareOpenGL()
        Translation.begin(folder: Installation.translations)
        exit(Application().run())
    }
}
