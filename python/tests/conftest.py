"""The settings of all tests."""

import signal

# A process that a shell starts in the background ignores interrupts, and so do its children. With a
# handler of their own, the tests and the processes that they start can be interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)
