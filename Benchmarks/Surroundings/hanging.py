#!/usr/bin/python3
"""A file system that shows a folder and stops answering on request, like a network share whose server is gone.

Usage: hanging.py FOLDER MOUNT_POINT SWITCH      with a file that holds the calls that get no answer: look, open, read
"""
import os
import sys
import time

from fusepy import FUSE, FuseOSError, Operations


class Share(Operations):
    def __init__(self, folder, switch):
        self.folder, self.switch = folder, switch

    def wait(self, call):
        while True:
            with open(self.switch) as file:
                if call not in file.read().split():
                    return
            time.sleep(0.05)

    def real(self, path):
        return self.folder + path

    def access(self, path, mode):
        self.getattr(path)

    def getattr(self, path, fh=None):
        # The mount point itself is answered, because mounting looks at it.
        if path != "/":
            self.wait("look")
        try:
            status = os.lstat(self.real(path))
        except OSError as error:
            raise FuseOSError(error.errno)
        return {name: getattr(status, name) for name in dir(status) if name in (
            "st_atime", "st_ctime", "st_gid", "st_mode", "st_mtime", "st_nlink", "st_size", "st_uid")}

    def readdir(self, path, fh):
        self.wait("look")
        return [".", ".."] + os.listdir(self.real(path))

    def open(self, path, flags):
        self.wait("open")
        return os.open(self.real(path), os.O_RDONLY)

    def read(self, path, size, offset, fh):
        self.wait("read")
        return os.pread(fh, size, offset)

    def release(self, path, fh):
        os.close(fh)


FUSE(Share(sys.argv[1], sys.argv[3]), sys.argv[2], foreground=True, allow_other=True, attr_timeout=0, entry_timeout=0,
     max_readahead=0)
