import CAdwaita
import Glibc

@main
enum Main {
    static func main() {
        // GTK and GIO start a dozen threads that hardly allocate: a heap for each of them would be memory for nothing.
        mallopt(M_ARENA_MAX, 2)
        Translation.begin(folder: translations)
        exit(Application().run())
    }

    /// Where the installation that this program belongs to has its translations.
    private static var translations: String {
        guard let own = realpath("/proc/self/exe", nil) else { return "/usr/share/locale" }
        defer { free(own) }
        let folders = String(cString: own).split(separator: "/").dropLast(2)
        return folders.map { "/" + $0 }.joined() + "/share/locale"
    }
}
