// Compares two folders of pictures: which screens changed, how much of each, and which are in one folder only.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { comparePixels, type Difference } from './logic/compare-pixels.ts'
import { decodePng } from './logic/decode-png.ts'
import { sideBySide } from './logic/side-by-side.ts'

/** One line for each picture that differs, most of all first; in `out` both of them side by side. */
export function compareFolders(before: string, after: string, out: string | null = null): string[] {
  if (out) mkdirSync(out, { recursive: true })
  const [old, fresh] = [before, after].map(folder =>
    readdirSync(folder).filter(name => name.endsWith('.png')),
  )
  const changed = (fresh ?? [])
    .filter(name => old?.includes(name))
    .flatMap(name => {
      const difference = compareFiles(join(before, name), join(after, name), out && join(out, name))
      return difference ? [{ name, difference }] : []
    })
    .toSorted((one, other) => other.difference.share - one.difference.share)
  return [
    ...changed.map(({ name, difference }) => describe(name, difference)),
    ...(fresh ?? []).filter(name => !old?.includes(name)).map(name => `${name}: only in ${after}`),
    ...(old ?? []).filter(name => !fresh?.includes(name)).map(name => `${name}: only in ${before}`),
  ]
}

function compareFiles(before: string, after: string, out: string | null): Difference | null {
  const [one, other] = [readFileSync(before), readFileSync(after)]
  if (one.equals(other)) return null
  const [old, fresh] = [decodePng(one), decodePng(other)]
  const difference = comparePixels(old, fresh)
  if (difference && out) writeFileSync(out, sideBySide(old, fresh))
  return difference
}

function describe(name: string, { share, pixels, box, sizes }: Difference): string {
  const percent = (share * 100).toFixed(share < 0.01 ? 3 : 1)
  const where = `from ${box.left},${box.top} to ${box.right},${box.bottom}`
  return `${name}: ${percent}% (${pixels} pixels, ${where})${sizes ? `, size ${sizes}` : ''}`
}
