// The order in which a tree is walked: a folder before what is in it, names by their bytes.

export function comparePaths(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = Buffer.compare(Buffer.from(left[at] ?? ''), Buffer.from(right[at] ?? ''))
    if (order !== 0) return order
  }
  return left.length - right.length
}
