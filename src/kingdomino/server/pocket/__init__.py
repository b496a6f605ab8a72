"""A server for one device: the same rules, tables and messages, without network, disk or threads.

Pages run it in a worker of the browser, on Python compiled to WebAssembly.
"""
