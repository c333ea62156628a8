/// The name of the program among all others: for the desktop, on the bus and for sound servers.
public enum ApplicationID {
    /// The identity in reverse domain notation, as desktop files and bus names have it (design.md, Names).
    public static let text = "io.github.segueplayer.Segue"
}
