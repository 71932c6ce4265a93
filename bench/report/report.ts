// Where a bench says what it has measured: each row at once, all of them as a table at its end, however it ends.
// `npm run bench` gets every row too, for the one table of all benches.

import { type Row, ratioOf } from './row.ts'
import { cellsOf, tableLines } from './table.ts'

const rows: Row[] = []

export function report(row: Row): void {
  if (rows.length === 0) process.once('exit', () => detail(`\n${tableLines(rows).join('\n')}`))
  rows.push(row)
  process.send?.(row)
  const [work, figure] = cellsOf(row)
  detail(`${work}: ${figure}${row.baseline === undefined ? '' : `, ratio ${ratioOf(row).toFixed(2)}`}`)
}

/** What stands before the table. */
export function detail(line: string): void {
  process.stdout.write(`${line}\n`)
}
