// The lines of the table: figure, baseline, ratio, aim. Written one by one, because a whole run takes minutes.

interface Figures {
  p50Ms: number
  p99Ms: number
  perSecond: number | null
  refused: number
}

/** A work that costs more than this many times what it costs on a small installation grows with the installation. */
export const growthAim = 1.5

const head = ['work', 'p50', 'p99', 'answers', 'small: p50', 'p99', 'answers', 'ratio p50', 'aim', '']
const widths = [56, 10, 10, 10, 11, 10, 10, 10, 22, 0]

export function table() {
  let isBegun = false
  return {
    line({ name, aimMs }: { name: string; aimMs?: number }, large: Figures, small: Figures): string {
      const ratio = large.p50Ms / small.p50Ms
      const isBelow = ratio > growthAim || (aimMs !== undefined && large.p99Ms > aimMs)
      const aims = [`<= ${growthAim}`, ...(aimMs === undefined ? [] : [`p99 < ${aimMs} ms`])]
      const cells = [
        name,
        ...figures(large),
        ...figures(small),
        ratio.toFixed(2),
        aims.join(', '),
        [isBelow ? 'below aim' : '', refusedText(large), refusedText(small)].filter(Boolean).join(', '),
      ]
      const begin = isBegun ? '' : `${inColumns(head)}\n`
      isBegun = true
      return begin + inColumns(cells)
    },
  }
}

function refusedText({ refused }: Figures): string {
  return refused === 0 ? '' : `${refused} refused`
}

function figures({ p50Ms, p99Ms, perSecond }: Figures): string[] {
  const answers = perSecond === null ? '' : `${Math.round(perSecond).toLocaleString('en')}/s`
  return [`${p50Ms.toFixed(2)} ms`, `${p99Ms.toFixed(2)} ms`, answers]
}

function inColumns(cells: string[]): string {
  return cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()
}
