// The history of one metric source as daemon and panel keep it: numbered ticks, each with one value per series.

const firstCapacity = 16

export interface MetricTick {
  atSeconds: number
  /** One value per series, in the order of metric-series.ts; NaN where nothing could be measured. */
  values: ArrayLike<number>
}

/** Keeps at most `capacity` ticks, none older than `retentionSeconds` beside the newest; starts small and grows. */
export class MetricRing {
  readonly #seriesCount: number
  readonly #capacity: number
  readonly #retentionSeconds: number
  #times: Float64Array
  /** One row of `seriesCount` values per tick. */
  #rows: Float64Array
  #end: number
  #retained = 0

  constructor(shape: { seriesCount: number; capacity: number; retentionSeconds: number; startSeq?: number }) {
    this.#seriesCount = shape.seriesCount
    this.#capacity = Math.max(1, shape.capacity)
    this.#retentionSeconds = shape.retentionSeconds
    const size = Math.min(firstCapacity, this.#capacity)
    this.#times = new Float64Array(size)
    this.#rows = new Float64Array(size * shape.seriesCount)
    this.#end = shape.startSeq ?? 0
  }

  /** The number of the tick that comes next. */
  get endSeq(): number {
    return this.#end
  }

  /** The number of the oldest tick that is still here. */
  get startSeq(): number {
    return this.#end - this.#retained
  }

  /** When the newest tick was measured; null when there is none. */
  get newestAtSeconds(): number | null {
    return this.#retained === 0 ? null : this.timeOf(this.#end - 1)
  }

  append({ atSeconds, values }: MetricTick): void {
    if (this.#retained === this.#times.length && this.#retained < this.#capacity) this.#grow()
    const at = this.#end % this.#times.length
    this.#times[at] = atSeconds
    for (let series = 0; series < this.#seriesCount; series++) {
      this.#rows[at * this.#seriesCount + series] = values[series] ?? Number.NaN
    }
    this.#end += 1
    this.#retained = Math.min(this.#retained + 1, this.#times.length)
    this.dropUntil(atSeconds - this.#retentionSeconds)
  }

  /** Forgets every tick of this second and before. */
  dropUntil(seconds: number): void {
    while (this.#retained > 0 && this.timeOf(this.startSeq) <= seconds) this.#retained -= 1
  }

  timeOf(seq: number): number {
    return this.#times[seq % this.#times.length] ?? Number.NaN
  }

  valueOf(seq: number, series: number): number {
    return this.#rows[(seq % this.#times.length) * this.#seriesCount + series] ?? Number.NaN
  }

  tickOf(seq: number): { atSeconds: number; values: number[] } {
    const row = (seq % this.#times.length) * this.#seriesCount
    return {
      atSeconds: this.timeOf(seq),
      values: Array.from(this.#rows.subarray(row, row + this.#seriesCount)),
    }
  }

  #grow(): void {
    const size = Math.min(this.#times.length * 2, this.#capacity)
    const times = new Float64Array(size)
    const rows = new Float64Array(size * this.#seriesCount)
    for (let seq = this.startSeq; seq < this.#end; seq++) {
      const row = (seq % this.#times.length) * this.#seriesCount
      times[seq % size] = this.timeOf(seq)
      rows.set(this.#rows.subarray(row, row + this.#seriesCount), (seq % size) * this.#seriesCount)
    }
    this.#times = times
    this.#rows = rows
  }
}
