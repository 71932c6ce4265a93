// Reads the numbers and names of a WebAssembly module, and refuses what ends too early or does not fit.

export class BrokenModule extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BrokenModule'
  }
}

export class BinaryReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = at
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  byte(): number {
    if (this.isAtEnd) throw new BrokenModule('the module ends in the middle of something')
    const value = this.#bytes[this.#at] as number
    this.#at += 1
    return value
  }

  /** LEB128, unsigned, at most 32 bits. */
  count(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) {
        if (value > 0xffffffff) break
        return value
      }
    }
    throw new BrokenModule('a number of the module is larger than 32 bits')
  }

  take(length: number): Uint8Array {
    if (length > this.#end - this.#at) throw new BrokenModule('the module ends in the middle of something')
    const part = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return part
  }

  name(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.take(this.count()))
    } catch (error) {
      if (error instanceof BrokenModule) throw error
      throw new BrokenModule('a name of the module is not UTF-8')
    }
  }
}

/** The same number as `count` reads. */
export function encodeCount(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? low + 128 : low)
  } while (rest > 0)
  return bytes
}
