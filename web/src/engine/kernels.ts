/** A module of kernels and its memory. Records lie in it with the very layout that the description tells. */

import type { Description, RecordInfo } from './description.ts';
import { product } from './fields.ts';

export type Kernel = (...values: (number | bigint)[]) => number | bigint | undefined;

const ALIGNED = 16;
const PAGE = 1 << 16;

type Setter = (view: DataView, at: number, number: number) => void;

/** How a number of each type is written, and its size. */
const SETTERS: Record<string, [number, Setter]> = {
  bool: [1, (view, at, number) => view.setUint8(at, number)],
  int8: [1, (view, at, number) => view.setInt8(at, number)],
  uint8: [1, (view, at, number) => view.setUint8(at, number)],
  int16: [2, (view, at, number) => view.setInt16(at, number, true)],
  uint16: [2, (view, at, number) => view.setUint16(at, number, true)],
  int32: [4, (view, at, number) => view.setInt32(at, number, true)],
  uint32: [4, (view, at, number) => view.setUint32(at, number, true)],
  int64: [8, (view, at, number) => view.setBigInt64(at, BigInt(number), true)],
  uint64: [8, (view, at, number) => view.setBigUint64(at, BigInt(number), true)],
  float32: [4, (view, at, number) => view.setFloat32(at, number, true)],
  float64: [8, (view, at, number) => view.setFloat64(at, number, true)],
};

/** One instance of a game's module. Arrays are pointers with lengths; what is allocated stays until it is let go. */
export class Kernels {
  readonly description: Description;
  private readonly memory: WebAssembly.Memory;
  private readonly exports: WebAssembly.Exports;
  private top: number;
  private whole: Uint8Array;

  constructor(description: Description, module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {});
    this.description = description;
    this.exports = exports;
    this.memory = exports[description.memory.export] as WebAssembly.Memory;
    this.top = Number((exports[description.memory.heap] as WebAssembly.Global).value);
    this.whole = new Uint8Array(this.memory.buffer);
  }

  /** The kernel of that name for a room's kind of records; some do not depend on it. */
  kernel(name: string, kind = 0): Kernel {
    const found = this.find(name, kind);
    if (!found) throw new Error(`the module has no kernel ${name}`);
    return found;
  }

  /** The same, or null where the game has no such kernel. */
  find(name: string, kind = 0): Kernel | null {
    const { kernels } = this.description;
    const info = kernels[kind ? `${name}.${kind}` : name] ?? kernels[name];
    return info ? (this.exports[info.export] as Kernel) : null;
  }

  /** The size of a record of that name, in a room's kind. */
  size(record: string, kind = 0): number {
    return this.record(record, kind).size;
  }

  /** Write numbers into fields of a record; a field of several is filled with the same. */
  write(record: string, kind: number, at: number, numbers: Record<string, number | bigint>): void {
    const { fields } = this.record(record, kind);
    const view = new DataView(this.memory.buffer);
    for (const [name, number] of Object.entries(numbers)) {
      const { offset, type, shape } = fields[name]!;
      const [size, set] = SETTERS[type]!;
      for (let place = 0; place < product(shape); place++) set(view, at + offset + place * size, number as number);
    }
  }

  private record(name: string, kind: number): RecordInfo {
    const { records } = this.description;
    return (records[kind ? `${name}.${kind}` : name] ?? records[name])!;
  }

  /** Room for so many bytes, all zero. */
  allocate(size: number): number {
    const at = this.reserve(size);
    this.bytes(at, size).fill(0);
    return at;
  }

  /** The same with anything in it; memory that is not written to costs nothing. RangeError: there is not so much. */
  reserve(size: number): number {
    const at = Math.ceil(this.top / ALIGNED) * ALIGNED;
    const missing = at + size - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.top = at + size;
    return at;
  }

  /** How far the memory is used; given back to `release`, all that was allocated since is free again. */
  mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }

  /** A window on the memory, for now: an allocation may move it. */
  bytes(at: number, size: number): Uint8Array {
    if (this.whole.buffer !== this.memory.buffer) this.whole = new Uint8Array(this.memory.buffer);
    return this.whole.subarray(at, at + size);
  }

  /** The same as numbers. */
  shorts(at: number, count: number): Int16Array {
    return new Int16Array(this.memory.buffer, at, count);
  }

  /** The lower halves of 64-bit numbers are at even places. */
  halves(at: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, 2 * count);
  }

  longs(at: number, count: number): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, at, count);
  }

  reals(at: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, count);
  }
}

/** Bytes from a description. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
