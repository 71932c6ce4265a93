// Rows as lines of text: work, figure, baseline, ratio, aim; whatever misses its aim ends with the words `below aim`.

import { missesAim, type Row, ratioOf, type Unit } from './row.ts'

const head = ['work', 'figure', 'baseline', 'ratio', 'aim', '']

export function cellsOf(row: Row): string[] {
  const { work, figure, unit, baseline, aim } = row
  const compared = baseline === undefined ? ['', ''] : [words(baseline, unit), ratioOf(row).toFixed(2)]
  const aimed = aim ? `${aim.bound} ${aim.of === 'ratio' ? aim.value : words(aim.value, unit)}` : ''
  return [work, words(figure, unit), ...compared, aimed, missesAim(row) ? 'below aim' : '']
}

export function tableLines(rows: readonly Row[]): string[] {
  return aligned([head, ...rows.map(cellsOf)])
}

/** Columns as wide as their widest cell. */
export function aligned(lines: readonly string[][]): string[] {
  const columns = Math.max(0, ...lines.map(line => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  )
  return lines.map(line =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Three digits are more than a noisy machine can promise; large numbers are written out. */
export function words(figure: number, unit: Unit): string {
  if (Number.isNaN(figure)) return 'not measured'
  const rounded = Math.abs(figure) >= 1_000 ? Math.round(figure) : Number(figure.toPrecision(3))
  const text = rounded.toLocaleString('en', { maximumFractionDigits: 6 })
  return unit === '' || unit === '/s' ? text + unit : `${text} ${unit}`
}
