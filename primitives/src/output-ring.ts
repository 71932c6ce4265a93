// The numbered byte stream of a console: keeper, daemon and panel agree that a sequence number is the count of
// bytes since the stream began, and that a reader who comes too late gets a gap, never a silent loss.

/** A growing ring: keeps the newest `capacityBytes` of a stream, starting small so that quiet streams stay cheap. */
export class OutputRing {
  readonly #capacityBytes: number
  #memory: Buffer
  #end: number

  constructor(capacityBytes: number, startSeq = 0, initialBytes = 64 * 1024) {
    this.#capacityBytes = capacityBytes
    this.#memory = Buffer.allocUnsafe(Math.min(initialBytes, capacityBytes))
    this.#end = startSeq
    this.#retained = 0
  }

  #retained: number

  /** The sequence number after the newest byte. */
  get endSeq(): number {
    return this.#end
  }

  /** The sequence number of the oldest byte that is still here. */
  get startSeq(): number {
    return this.#end - this.#retained
  }

  append(chunk: Uint8Array): void {
    const newest =
      chunk.length > this.#capacityBytes ? chunk.subarray(chunk.length - this.#capacityBytes) : chunk
    this.#growFor(this.#retained + newest.length)
    const skipped = chunk.length - newest.length
    const size = this.#memory.length
    const at = (this.#end + skipped) % size
    const first = Math.min(newest.length, size - at)
    this.#memory.set(newest.subarray(0, first), at)
    this.#memory.set(newest.subarray(first), 0)
    this.#end += chunk.length
    this.#retained = Math.min(size, skipped > 0 ? newest.length : this.#retained + newest.length)
  }

  /** At most `limitBytes` from `seq` on; `seq` in the answer is later than asked where bytes have been overwritten. */
  read(seq: number, limitBytes: number): { seq: number; bytes: Buffer } {
    const { from, at, first, second } = this.#placesOf(seq, limitBytes)
    const bytes = Buffer.allocUnsafe(first + second)
    this.#memory.copy(bytes, 0, at, at + first)
    this.#memory.copy(bytes, first, 0, second)
    return { seq: from, bytes }
  }

  /** The same without a copy where that is possible: the bytes are true until the next one is appended. */
  peek(seq: number, limitBytes: number): { seq: number; bytes: Buffer } {
    const { from, at, first, second } = this.#placesOf(seq, limitBytes)
    return second > 0
      ? this.read(seq, limitBytes)
      : { seq: from, bytes: this.#memory.subarray(at, at + first) }
  }

  /** Forgets everything and goes on at another place of the stream, or in another stream. */
  restartAt(seq: number): void {
    this.#end = seq
    this.#retained = 0
  }

  /** Memory from `at` on, then from its beginning. */
  #placesOf(seq: number, limitBytes: number) {
    const from = Math.min(Math.max(seq, this.startSeq), this.#end)
    const length = Math.max(0, Math.min(limitBytes, this.#end - from))
    const at = from % this.#memory.length
    const first = Math.min(length, this.#memory.length - at)
    return { from, at, first, second: length - first }
  }

  #growFor(neededBytes: number): void {
    if (neededBytes <= this.#memory.length || this.#memory.length === this.#capacityBytes) return
    let size = this.#memory.length
    while (size < neededBytes && size < this.#capacityBytes) size = Math.min(size * 2, this.#capacityBytes)
    const retained = this.read(this.startSeq, this.#retained)
    this.#memory = Buffer.allocUnsafe(size)
    const at = retained.seq % size
    const first = Math.min(retained.bytes.length, size - at)
    this.#memory.set(retained.bytes.subarray(0, first), at)
    this.#memory.set(retained.bytes.subarray(first), 0)
  }
}
