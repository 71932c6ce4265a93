// Compares two folders of pictures: which screens changed, how much of each, and which are in one folder only.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { comparePixels, type Difference } from './logic/compare-pixels.ts'
import { decodePng } from './logic/decode-png.ts'

/** One line for each picture that differs, most of all first. */
export function compareFolders(before: string, after: string): string[] {
  const [old, fresh] = [before, after].map(folder =>
    readdirSync(folder).filter(name => name.endsWith('.png')),
  )
  const changed = (fresh ?? [])
    .filter(name => old?.includes(name))
    .flatMap(name => {
      const difference = compareFiles(join(before, name), join(after, name))
      return difference ? [{ name, difference }] : []
    })
    .toSorted((one, other) => other.difference.share - one.difference.share)
  return [
    ...changed.map(({ name, difference }) => describe(name, difference)),
    ...(fresh ?? []).filter(name => !old?.includes(name)).map(name => `${name}: only in ${after}`),
  ]
}

function compareFiles(before: string, after: string): Difference | null {
  const [one, other] = [readFileSync(before), readFileSync(after)]
  return one.equals(other) ? null : comparePixels(decodePng(one), decodePng(other))
}

function describe(name: string, { share, pixels, box, sizes }: Difference): string {
  const percent = (share * 100).toFixed(share < 0.01 ? 3 : 1)
  const where = `from ${box.left},${box.top} to ${box.right},${box.bottom}`
  return `${name}: ${percent}% (${pixels} pixels, ${where})${sizes ? `, size ${sizes}` : ''}`
}
