/// What the program is called among all others: by the desktop, on the bus and by sound servers.
public enum ApplicationID {
    public static let text = "io.github.segueplayer.Segue"
}
