// One import also gives a program the values that the service takes and returns, and the loop that it runs on.
@_exported public import EventLoop

@_exported public import SegueCore
