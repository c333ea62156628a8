/// The version of the command, as `segue --version` prints it.
enum Version {
    static let text = "0.1.0"
}
