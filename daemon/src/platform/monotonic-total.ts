// A sum of counters whose sources come and go: it never falls when one of them ends.

/** Each source is a counter of its own, such as a process or a network interface. */
export class MonotonicTotal {
  #total = 0
  #last = new Map<string, number>()

  /** Takes the present value of every source and gives the sum of all that was ever counted. */
  update(values: ReadonlyMap<string, number>): number {
    for (const [source, value] of values) {
      const last = this.#last.get(source) ?? 0
      // A counter below its last value has begun anew.
      this.#total += value >= last ? value - last : value
    }
    this.#last = new Map(values)
    return this.#total
  }
}

/** For a sum that hands over what ends to what lives on, such as the times of waited-for children. */
export class CarriedTotal {
  #carried = 0
  #last = 0

  update(sum: number): number {
    if (sum < this.#last) this.#carried += this.#last - sum
    this.#last = sum
    return this.#carried + sum
  }
}
