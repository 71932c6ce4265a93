// Remembers from which files each output was built, so that an unchanged one is recognized without building.

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export interface InputStamp {
  /** Relative to the root. */
  path: string
  sizeBytes: number
  modifiedMs: number
  hash: string
}

export interface OutputStamp {
  /** Changes with everything that is not an input file: the build scripts and the installed packages. */
  recipe: string
  inputs: InputStamp[]
  /** Folders of the npm packages that are inside. */
  packages?: string[]
}

export type Stamps = Record<string, OutputStamp>

const stampFile = (root: string) => join(root, 'dist', '.stamps.json')

export function readStamps(root: string): Stamps {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8')) as Stamps
  } catch {
    return {}
  }
}

export function writeStamps(root: string, stamps: Stamps): void {
  writeWhole(stampFile(root), JSON.stringify(stamps))
}

/** Temporary file, then rename: a program that is being started never sees half a file. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.new`
  writeFileSync(temporary, content)
  renameSync(temporary, path)
}

export function stampInputs(root: string, paths: string[]): InputStamp[] {
  return paths.toSorted().map(path => {
    const { size, mtimeMs } = statSync(join(root, path))
    return { path, sizeBytes: size, modifiedMs: mtimeMs, hash: hashFile(join(root, path)) }
  })
}

/** Size and time decide at once; when only the time differs, as after a checkout, the content does. */
export function isInputUnchanged(root: string, stamp: InputStamp): boolean {
  const found = statSync(join(root, stamp.path), { throwIfNoEntry: false })
  if (!found || found.size !== stamp.sizeBytes) return false
  return found.mtimeMs === stamp.modifiedMs || hashFile(join(root, stamp.path)) === stamp.hash
}

/** `expectedInputs`: the files that would be used now, where that is known without building. */
export function isOutputCurrent(
  root: string,
  output: { file: string; recipe: string; expectedInputs?: string[] },
  stamp: OutputStamp | undefined,
): boolean {
  if (!stamp || stamp.recipe !== output.recipe || !existsSync(join(root, output.file))) return false
  if (output.expectedInputs) {
    const expected = output.expectedInputs.toSorted()
    if (expected.length !== stamp.inputs.length) return false
    if (!expected.every((path, index) => path === stamp.inputs[index]?.path)) return false
  }
  return stamp.inputs.every(input => isInputUnchanged(root, input))
}

/** The recipe: a hash over the given files, which must exist. */
export function recipeOf(root: string, paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** All files below a folder, relative to the root; a folder that is absent has none. */
export function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
