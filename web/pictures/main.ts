// npm run pictures: takes pictures of screens, of the real product on its tour, or says which of two folders of pictures differ.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { missingBrowser } from '../../test-services/chromium.ts'
import { compareFolders } from './compare-folders.ts'
import { checkFixtures } from './fixtures/fake-panel.ts'
import { takePictures } from './take-pictures.ts'

const usage = [
  'npm run pictures -- --out FOLDER [--shapes dark,light,phone] [PART OF A NAME …]',
  'npm run pictures -- --tour [--out FOLDER] [--shapes dark,light,phone] [PART OF A NAME …]',
  'npm run pictures -- --compare BEFORE AFTER [--out FOLDER FOR BOTH SIDE BY SIDE]',
].join('\n')

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string' },
    shapes: { type: 'string' },
    tour: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

async function main(): Promise<number> {
  const [before, after] = positionals
  if (values.compare && before && after) return compare(resolve(before), resolve(after))
  if (values.compare || (!values.out && !values.tour)) {
    console.error(usage)
    return 1
  }
  if (missingBrowser) {
    console.error(missingBrowser)
    return 1
  }
  return (await take()) > 0 ? 1 : 0
}

async function take(): Promise<number> {
  const shapes = values.shapes?.split(',') ?? null
  const options = { only: positionals, report: (line: string) => console.error(line) }
  if (values.tour) {
    const { takeTour, tourFolder } = await import('./tour/take-tour.ts')
    return takeTour({ ...options, folder: resolve(values.out ?? tourFolder), shapes })
  }
  checkFixtures()
  const folder = resolve(values.out ?? '')
  return takePictures({ ...options, folder, shapes: shapes ?? ['dark', 'light', 'phone'] })
}

function compare(before: string, after: string): number {
  const lines = compareFolders(before, after, values.out ? resolve(values.out) : null)
  for (const line of lines) console.log(line)
  console.log(lines.length === 0 ? 'No picture differs.' : `${lines.length} pictures differ.`)
  return lines.length === 0 ? 0 : 1
}

process.exitCode = await main()
