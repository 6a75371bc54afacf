"""The kernels in WebAssembly: the same results to the bit."""
