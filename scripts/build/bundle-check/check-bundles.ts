// Checks the built programs as they are shipped: every chunk loads, every name that a dynamic import takes exists, and
// no text is twice as large in memory as it need be.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runNode } from '../../tasks/run-program.ts'
import { isShippedPackage, reachableBundles } from '../shipped-files.ts'
import type { Loaded, LoadRequest } from './load-modules.ts'
import { dynamicImports } from './taken-names.ts'

interface Taken {
  file: string
  from: string
  names: string[] | null
}

const loader = join(import.meta.dirname, 'load-modules.ts')
const loaderOptions = [
  '--no-warnings',
  '--experimental-vm-modules',
  '--experimental-import-meta-resolve',
  '--experimental-strip-types',
]

/** `folder` has `dist` and the packages; a sentence for each problem. */
export async function checkBundles(folder: string, programs: readonly string[]): Promise<string[]> {
  const dist = join(folder, 'dist')
  const isProgram = (name: string) => programs.includes(basename(name, '.mjs'))
  const files = reachableBundles(dist, programs)
  const texts = files.map(file => ({ file, text: readFileSync(join(dist, file), 'utf8') }))
  const taken = texts.flatMap(({ file, text }) => dynamicImports(text).map(entry => ({ file, ...entry })))
  const isPackage = ({ from }: Taken) => from.startsWith('node:') || isShippedPackage(packageOf(from))
  const loaded = await load(folder, {
    programs: files.filter(isProgram).map(file => join(dist, file)),
    chunks: files.filter(file => !isProgram(file)).map(file => join(dist, file)),
    packages: taken.filter(isPackage).map(({ file, from }) => ({ from: join(dist, file), name: from })),
  })
  const failures = Object.entries(loaded.failures).map(
    ([key, reason]) => `${key.startsWith(dist) ? basename(key) : key} does not load: ${reason}`,
  )
  return [
    ...failures,
    ...taken.flatMap(entry => problemsOf(entry, dist, loaded)),
    ...texts.flatMap(wideProblems),
  ]
}

/** Node holds the text of a module for as long as it runs, and all of it with two bytes for each character if one needs two. */
function wideProblems({ file, text }: { file: string; text: string }): string[] {
  const wide = /.{0,40}[\u0080-\uffff]/.exec(text)
  if (!wide) return []
  return [`${file} is not plain ASCII at "${wide[0]}": write the character as an escape such as \\u00e9`]
}

function problemsOf({ file, from, names }: Taken, dist: string, loaded: Loaded): string[] {
  const exported = loaded.exports[from.startsWith('.') ? join(dist, from) : from]
  // What was not loaded has been said, or is absent from an installation on purpose.
  if (exported === undefined) return []
  if (names === null) {
    return [
      `${file} imports ${from} in a way that hides which names it takes: write const { name } = await import(…)`,
    ]
  }
  return names
    .filter(name => !exported.includes(name))
    .map(name => `${file} takes ${name} out of ${from}, which exports only ${exported.join(', ')}`)
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

async function load(folder: string, request: LoadRequest): Promise<Loaded> {
  const { status, output } = await runNode(folder, [...loaderOptions, loader, JSON.stringify(request)], {
    capture: true,
  })
  if (status !== 0) throw new Error(`the built programs cannot be checked: ${output.trim()}`)
  return JSON.parse(output) as Loaded
}
