// Spearman's rank correlation: whether one measure grows with another, however wild single values are.

export function rankCorrelation(samples: readonly (readonly [number, number])[]): number {
  const first = ranks(samples.map(([x]) => x))
  const second = ranks(samples.map(([, y]) => y))
  const middle = (samples.length + 1) / 2
  let together = 0
  let firstSpread = 0
  let secondSpread = 0
  for (const [i, rank] of first.entries()) {
    const a = rank - middle
    const b = (second[i] ?? middle) - middle
    together += a * b
    firstSpread += a * a
    secondSpread += b * b
  }
  return together / Math.sqrt(firstSpread * secondSpread)
}

/** Equal values share the mean of their places. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const result = new Array<number>(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && order[end]?.value === order[start]?.value) end++
    for (let i = start; i < end; i++) result[order[i]?.index ?? 0] = (start + end + 1) / 2
    start = end
  }
  return result
}
