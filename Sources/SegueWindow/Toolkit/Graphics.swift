import Glibc

/// The rendering of the window.
enum Graphics {
    /// Selects GTK's own renderer if there is no graphics hardware. Call before GTK is initialised.
    ///
    /// Otherwise OpenGL runs on the processor. Its libraries (Mesa, LLVM) take more memory than the rest of the window,
    /// and most of the processor time at startup. A choice in the environment (GSK_RENDERER) takes precedence (GTK
    /// manual, Running GTK applications).
    static func avoidSoftwareOpenGL() {
        guard getenv("GSK_RENDERER") == nil, !hasHardware else { return }
        setenv("GSK_RENDERER", "cairo", 1)
        // On X, GTK would still load the libraries, to find a visual that supports OpenGL.
        setenv("GDK_DEBUG", "gl-disable", 0)
    }

    /// True if the kernel offers a rendering device: a render node (drm(7)) or NVIDIA's own device.
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
