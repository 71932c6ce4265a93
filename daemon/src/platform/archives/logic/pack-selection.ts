// Which names an archive holds: those that were chosen, told from the folder that they have in common.

export interface PackSelection {
  /** None of them lies below another one; '' is everything. */
  paths: string[]
  /** Left away from each name: '', or a folder with / at its end. */
  prefix: string
}

/** Each is a plain path below the root; '' is the root itself. */
export function packSelection(chosen: readonly string[]): PackSelection {
  const wanted = new Set(chosen)
  if (wanted.has('')) return { paths: [''], prefix: '' }
  const paths = [...wanted].filter(path => !parentsOf(path).some(parent => wanted.has(parent)))
  const [first = [], ...others] = paths.map(path => path.split('/').slice(0, -1))
  let shared = first.length
  for (const names of others) {
    while (!first.slice(0, shared).every((name, index) => names[index] === name)) shared -= 1
  }
  const prefix = first.slice(0, shared).map(name => `${name}/`)
  return { paths, prefix: prefix.join('') }
}

export function nameInside({ prefix }: PackSelection, path: string): string {
  return path.slice(prefix.length)
}

function parentsOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}
