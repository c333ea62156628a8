import Glibc

@main
enum Main {
    static func main() {
        Translation.begin(folder: "/usr/share/locale")
        exit(Application().run())
    }
}
