import Glibc

/// How the window is drawn.
enum Graphics {
    /// Without hardware for it, the processor computes OpenGL, and the libraries for that (Mesa, LLVM) take as much
    /// memory as all of the window and more, and most of the processor's time while it starts. GTK's own drawing is
    /// right there; a choice in the environment (GSK_RENDERER) holds (GTK manual, Running GTK applications). To be
    /// called before GTK begins.
    static func avoidSoftwareOpenGL() {
        guard getenv("GSK_RENDERER") == nil, !hasHardware else { return }
        setenv("GSK_RENDERER", "cairo", 1)
        // On X, GTK would load the libraries all the same, to look for a visual that OpenGL can draw on.
        setenv("GDK_DEBUG", "gl-disable", 0)
    }

    /// Whether the kernel offers a device that draws: a render node (drm(7)), or NVIDIA's own.
    private static var hasHardware: Bool {
        if access("/dev/nvidiactl", F_OK) == 0 { return true }
        guard let folder = opendir("/dev/dri") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let isNode = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0).hasPrefix("renderD") }
            }
            if isNode { return true }
        }
        return false
    }
}
