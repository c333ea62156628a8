// One import gives a program what it needs beside the service: the values that the service takes and gives, and the
// loop that it runs on.
@_exported public import EventLoop

@_exported public import SegueCore
