"""From Numba's LLVM text to a WebAssembly object.

Numba is run without its optimiser (`NUMBA_OPT=0`): then nothing in the text hangs on the machine it was made on
(members of structures are found by their number, not by an offset that counts pointers of 64 bits), and LLVM optimises
it all at once, for WebAssembly.
"""

import re
from collections.abc import Iterable
from typing import Any

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"  # every browser since early 2023
_FUNCTION = re.compile(r"^define [^\n]*\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r'@"?([^"(]+)"?\(')
_LAYOUT = re.compile(r"^target (datalayout|triple) = .*\n", re.MULTILINE)
_COMMON = re.compile(r"= common ")  # WebAssembly has no such symbols
_HOST = re.compile(r'"target-(cpu|features)"="[^"]*" ?')
COUNTERS = ("NRT_incref", "NRT_decref")  # of references to what is allocated, and no kernel allocates anything
NO_COUNTERS = "".join(f"define void @{name}(ptr %of) alwaysinline {{\nret void\n}}\n" for name in COUNTERS)

TRAP = "declare void @llvm.trap()\n"


class CannotCompile(Exception):
    """Why this machine cannot make modules, in one line."""


def target_machine() -> Any:
    """LLVM's for WebAssembly."""
    from llvmlite import binding

    llvm: Any = binding
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError as error:
        raise CannotCompile(f"llvmlite {llvm.llvm_version_info} has no WebAssembly: {error}") from error
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")


def foreign(text: str) -> str:
    """A kernel's text without what is for CPython and for this machine."""

    def kept(match: re.Match[str]) -> str:
        name = _NAME.search(match[0])
        assert name is not None
        dropped = name[1].startswith(("_ZN7cpython", "cfunc.")) or name[1] in COUNTERS
        return f"declare void @{name[1]}(ptr)\n" if name[1] in COUNTERS else "" if dropped else match[0]

    return _HOST.sub("", _COMMON.sub("= weak ", _LAYOUT.sub("", _FUNCTION.sub(kept, text))))


def joined(texts: Iterable[str], exports: Iterable[str], machine: Any) -> Any:
    """One module of all these texts, in which only the exports can be seen from outside."""
    from llvmlite import binding

    llvm: Any = binding
    exports = set(exports)
    whole = llvm.parse_assembly(NO_COUNTERS)
    for text in texts:
        whole.link_in(llvm.parse_assembly(f"{text}\n{TRAP}"))
    whole.triple, whole.data_layout = TRIPLE, str(machine.target_data)
    whole.verify()
    for each in [*whole.functions, *whole.global_variables]:
        if not each.is_declaration and each.name not in exports:
            each.linkage = "internal"
    return whole


def optimised(whole: Any, machine: Any) -> bytes:
    """The object file."""
    from llvmlite import binding

    llvm: Any = binding
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    found: bytes = machine.emit_object(whole)
    return found
