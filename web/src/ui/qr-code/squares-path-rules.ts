// Turns rows of dark and light squares into one path, a stroke for each run of dark ones.

export function squaresPath(rows: readonly (readonly boolean[])[]): string {
  return rows.map((row, y) => rowPath(row, y)).join('')
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const begin = x
    while (row[x]) x += 1
    path += `M${begin} ${y}h${x - begin}v1h${begin - x}z`
  }
  return path
}
