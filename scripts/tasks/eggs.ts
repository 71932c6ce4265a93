// npm run eggs -- DIR: tries every egg below a folder, says how many passed and why others did not; other files do not count.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { tryEgg } from '../eggs/try-egg.ts'

export async function eggs(_root: string, args: string[]): Promise<number> {
  const [folder] = args
  if (!folder) {
    console.error('Which folder? npm run eggs -- DIR')
    return 1
  }
  const place = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  const files = existsSync(place) ? eggFiles(place) : []
  if (files.length === 0) {
    console.error(`There is no .json, .yaml or .yml file below ${folder}.`)
    return 1
  }
  const all = files.map(file => ({ file, ...tryEgg(readFileSync(file, 'utf8')) }))
  const tried = all.filter(({ isEgg }) => isEgg)
  for (const { file, isEgg } of all) if (!isEgg) console.log(`${relative(place, file)}: not an egg`)
  for (const { file, problems } of tried) {
    for (const problem of problems) console.log(`${relative(place, file)}: ${problem}`)
  }
  const passed = tried.filter(({ problems }) => problems.length === 0)
  const formats = Map.groupBy(passed, ({ format }) => format ?? '')
  const counted = [...formats].map(([format, list]) => `${format} ${list.length}`).sort()
  const sum = (field: 'warnings' | 'configFiles') => passed.reduce((all, one) => all + one[field], 0)
  console.log(`${passed.length} of ${tried.length} eggs passed (${counted.join(', ')})`)
  console.log(`${sum('configFiles')} config files written, ${sum('warnings')} warnings in their previews`)
  if (tried.length === 0) console.error(`There is no egg below ${folder}.`)
  return passed.length === tried.length && tried.length > 0 ? 0 : 1
}

export function eggFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && /\.(?:json|ya?ml)$/i.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}
