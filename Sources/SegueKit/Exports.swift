// What a program needs beside the service comes with the one import: the values it takes and gives, and the loop it runs on.
@_exported public import EventLoop

@_exported public import SegueCore
