/// The identity of the program: for the desktop, on the bus and for sound servers.
public enum ApplicationID {
    /// The identity in reverse domain notation, as in desktop files and bus names (design.md, Names).
    public static let text = "io.github.segueplayer.Segue"
}
