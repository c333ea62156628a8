import Glibc

@main
enum Main {
    static func main() {
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
