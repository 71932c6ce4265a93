// npm run pictures: takes pictures of screens, or says which of two folders of pictures differ.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareFolders } from './compare-folders.ts'
import { checkFixtures } from './fixtures/fake-panel.ts'
import { missingBrowser } from './picture-host.ts'
import { takePictures } from './take-pictures.ts'

const usage = [
  'npm run pictures -- --out FOLDER [--shapes dark,light,phone] [PART OF A NAME …]',
  'npm run pictures -- --compare BEFORE AFTER',
].join('\n')

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string' },
    shapes: { type: 'string', default: 'dark,light,phone' },
    compare: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

async function main(): Promise<number> {
  const [before, after] = positionals
  if (values.compare && before && after) return compare(resolve(before), resolve(after))
  if (values.compare || !values.out) {
    console.error(usage)
    return 1
  }
  if (missingBrowser) {
    console.error(missingBrowser)
    return 1
  }
  checkFixtures()
  const problems = await takePictures({
    folder: resolve(values.out),
    only: positionals,
    shapes: values.shapes.split(','),
    report: line => console.error(line),
  })
  return problems > 0 ? 1 : 0
}

function compare(before: string, after: string): number {
  const lines = compareFolders(before, after)
  for (const line of lines) console.log(line)
  console.log(lines.length === 0 ? 'No picture differs.' : `${lines.length} pictures differ.`)
  return lines.length === 0 ? 0 : 1
}

process.exitCode = await main()
