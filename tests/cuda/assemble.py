"""assemble.py FOLDER TABLE: programs that the runtime has built for a GPU (`SCAN_EMIT_DIR`), as NVIDIA's compilers make them.

NVRTC compiles each to PTX, `ptxas` assembles that. TABLE is written: what every kernel takes of a multiprocessor. It is a failure where
nothing is assembled, where a multiprocessor has work for too few of its threads, and where registers are spilled."""

import collections
import concurrent.futures
import ctypes
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

NVIDIA = pathlib.Path(sysconfig.get_paths()["purelib"], "nvidia")
HEADER = pathlib.Path(__file__).with_name("opencl_as_cuda.h").read_text()

# What a multiprocessor has: threads, groups, bytes of shared memory. In which unit that is given out, and what a group takes besides its own.
Multiprocessor = collections.namedtuple("Multiprocessor", "threads groups shared unit reserved")
ARCHITECTURES = {
    75: Multiprocessor(1024, 16, 64 << 10, 256, 0),
    80: Multiprocessor(2048, 32, 164 << 10, 128, 1 << 10),
    90: Multiprocessor(2048, 32, 228 << 10, 128, 1 << 10),
}
WARP = 32
REGISTERS = 65536
# Registers are given to warps, so many at a time, and to so many warps at a time.
REGISTER_UNIT = 256
WARP_UNIT = 4

# Most kernels do not tell the size of groups, as an H100 ran what spilled for it up to a fifth faster without. Compilers are generous then, for sm_80 most.
LEAST_OCCUPANCY = {75: 0.5, 80: 0.25, 90: 0.375}
# Less is known to be so of these, but no less than this. They carry several numbers of 64 bits, up to 160 bytes, for which a work-item takes 70
# registers and more; and `by_groups` asks for groups of 64, each with its own copy of 16 KB.
KNOWN_IDLE = {"by_groups": 0.25, "ratios": 0.25, "tetranacci": 0.125, "tribonacci": 0.25}
# Each work-item of `deterministic` loops has 33 values in local memory: with half as many they took a third longer on an H100. And it has 32 loads
# on their way, for which it takes 80 to 128 registers: with 8, their first kernel took a quarter longer.
KNOWN_IDLE |= {"reduced_in_order": 0.25, "with_options": 0.25}

Program = collections.namedtuple("Program", "name options code")
Kernel = collections.namedtuple("Kernel", "name group registers shared local spills occupancy")


class Failure(Exception):
    """What a compiler says."""


def up(number, unit):
    return -(-number // unit) * unit


def occupancy(architecture, group, registers, shared):
    """The share of a multiprocessor's threads that such groups fill, as CUDA's occupancy calculator has it."""
    has = ARCHITECTURES[architecture]
    warps = up(group, WARP) // WARP
    by_registers = REGISTERS // up(registers * WARP, REGISTER_UNIT) // WARP_UNIT * WARP_UNIT // warps
    by_shared = has.shared // max(up(shared + has.reserved, has.unit), 1)
    return min(has.threads // (warps * WARP), has.groups, by_registers, by_shared) * warps * WARP / has.threads


def programs(folder):
    """Each program once: of most loops the macro's and the command's differ in comments alone."""
    found = {}
    for path in sorted(folder.glob("*.cl")):
        options, _, code = path.read_text().partition("\n")
        # Others have run on the host alone.
        if options.startswith("// Built with: -"):
            code = re.sub(r"//.*", "", code)
            found.setdefault((options, code), Program(path.stem.rpartition(".")[0], options.split()[3:], code))
    return list(found.values())


def as_cuda(code):
    """What the header cannot change: variables in local memory that are no pointers to it, and literals of structs, which may be nested."""
    code = re.sub(r"^( +)__local (?=\w+ \w+[\[;])", r"\1__shared__ ", code, flags=re.M)
    literal = re.compile(r"\((\w+)\)\{([^{}]*)\}")
    while found := literal.search(code):
        fields, named = re.subn(r"\.(\w+) = ", rf"&{found[1]}::\1, ", found[2])
        maker = f"made<{found[1]}>" if named else found[1]
        code = f"{code[:found.start()]}{maker}({fields}){code[found.end():]}"
    return HEADER + re.sub(r"^#pragma OPENCL.*", "", code, flags=re.M)


def compiled(program, architecture):
    """The PTX of a program."""
    arguments = [f"--gpu-architecture=compute_{architecture}", "--std=c++20", "--device-as-default-execution-space", "--fmad=false"]
    arguments += [f"-D{after}" for word, after in zip(program.options, program.options[1:]) if word == "-D"]
    if "-cl-fp32-correctly-rounded-divide-sqrt" not in program.options:
        arguments += ["--prec-div=false", "--prec-sqrt=false"]
    nvrtc = ctypes.CDLL(next(NVIDIA.glob("cuda_nvrtc/lib/libnvrtc.so.*")))
    handle = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(handle), as_cuda(program.code).encode(), None, 0, None, None)
    words = (ctypes.c_char_p * len(arguments))(*map(str.encode, arguments))
    what = "ProgramLog" if nvrtc.nvrtcCompileProgram(handle, len(words), words) else "PTX"
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(handle, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(handle, text)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(handle))
    if what != "PTX":
        raise Failure(text.value.decode())
    # A group has that many work-items in OpenCL, not at most so many.
    return text.value.decode().replace(".maxntid", ".reqntid")


def group_size(program):
    return int(re.search(r"\bGROUP_SIZE=(\d+)", " ".join(program.options))[1])


def assembled(ptx, group, architecture):
    """The kernels of a program, by what `ptxas` says of them."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "program.ptx")
        source.write_text(ptx)
        command = [NVIDIA / "cuda_nvcc/bin/ptxas", "-v", f"-arch=sm_{architecture}", source, "-o", source.with_suffix(".cubin")]
        output = subprocess.run(command, capture_output=True, text=True, check=False)
    if output.returncode:
        raise Failure(output.stderr)
    for said in output.stderr.split("Compiling entry function '")[1:]:
        name = said[: said.index("'")]
        numbers = {what: int(number) for number, what in re.findall(r"(\d+) (registers|bytes smem|bytes stack|bytes spill \w+)", said)}
        registers, shared = numbers["registers"], numbers.get("bytes smem", 0)
        spills = numbers["bytes spill stores"] + numbers["bytes spill loads"]
        yield Kernel(name, group, registers, shared, numbers["bytes stack"], spills, occupancy(architecture, group, registers, shared))


def kernels(program):
    """The kernels of a program by architecture, or why there are none."""
    try:
        return [list(assembled(compiled(program, architecture), group_size(program), architecture)) for architecture in ARCHITECTURES]
    except Failure as why:
        return str(why)


def row(program, each):
    """A kernel's line, from what it is on each architecture."""
    by_architecture = [
        "/".join(map(str, numbers)) if len(set(numbers)) > 1 else str(numbers[0])
        for numbers in zip(*((one.registers, one.shared, one.local, one.spills, f"{one.occupancy:.0%}") for one in each))
    ]
    definitions = " ".join(re.findall(r"-D (\w+=\w+|\w+)", " ".join(program.options)))
    return "  ".join([f"{program.name + ' ' + each[0].name:60}", *(f"{numbers:>14}" for numbers in by_architecture), definitions])


def main():
    folder, table = map(pathlib.Path, sys.argv[1:])
    lines, wrong = [], []
    found = programs(folder)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for program, made in zip(found, pool.map(kernels, found, chunksize=4)):
            if isinstance(made, str):
                wrong.append(f"{program.name} {' '.join(program.options)}: {made}")
                continue
            for each in zip(*made):
                lines.append(row(program, each))
                is_idle = any(
                    one.occupancy < KNOWN_IDLE.get(program.name, least) for one, least in zip(each, LEAST_OCCUPANCY.values())
                )
                if is_idle or any(one.spills for one in each):
                    wrong.append(lines[-1])
    titles = ["registers", "shared", "local", "spilled", "occupancy"]
    head = "  ".join([f"{'kernel, on sm_' + '/'.join(map(str, ARCHITECTURES)):60}", *(f"{title:>14}" for title in titles), "definitions"])
    table.write_text("\n".join([head, *lines, ""]))
    print(f"{len(found)} programs, {len(lines)} kernels: {table}")
    if wrong:
        print("\n".join([head, *wrong]), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
