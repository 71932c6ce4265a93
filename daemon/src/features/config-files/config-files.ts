// Config files of a game, adjusted before each start and by steps of an installation.

import type { ConfigFile, ConfigFileFormat } from '@rookery/contracts/template/config-files.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import { editInBackground } from './edit-in-background.ts'
import { fileLimitBytes } from './edit-within-limits.ts'

/** Nothing that is wrong with a file or value keeps the others, or the start, from happening: it is said. */
export async function applyConfigFiles(
  root: ConfinedRoot,
  files: readonly ConfigFile[],
  warn: (text: string) => void,
): Promise<void> {
  for (const file of files) {
    for (const reason of await adjust(root, file)) warn(`${file.path} is not adjusted as wanted: ${reason}`)
  }
}

export interface Property {
  path: string
  format: ConfigFileFormat
  key: string
  value: string
}

/** Throws with a reason when the value cannot be set; the file is made when it is missing. */
export async function setProperty(root: ConfinedRoot, { path, format, key, value }: Property): Promise<void> {
  const [reason] = await adjust(root, { path, format, create: true, values: [{ key, value }] })
  if (reason !== undefined) throw new Error(`${path}: ${reason}`)
}

async function adjust(root: ConfinedRoot, file: ConfigFile): Promise<string[]> {
  const path = relativePath(file.path)
  try {
    const present = await readPresent(root, path)
    if (present === null && !file.create) return []
    const { bytes, warnings } = await editInBackground(present ?? Buffer.alloc(0), file)
    if (bytes === null) return warnings
    if (present === null) await createParent(root, path)
    await root.writeFileAtomic(path, bytes, present === null ? { mustBeNew: true } : {})
    return warnings
  } catch (error) {
    return [error instanceof Error ? error.message : 'it could not be read or written']
  }
}

/** Null: there is none. A link, a pipe and what is too large are refused with a reason. */
async function readPresent(root: ConfinedRoot, path: string): Promise<Buffer | null> {
  try {
    return await root.readFile(path, { limitBytes: fileLimitBytes })
  } catch (error) {
    if (error instanceof ConfinedFileError && error.code === 'not_found') return null
    throw error
  }
}

async function createParent(root: ConfinedRoot, path: string): Promise<void> {
  const parent = path.split('/').slice(0, -1).join('/')
  if (parent !== '') await root.mkdir(parent, { mayExist: true })
}

/** Eggs write a path from the top of the folder with a leading slash. */
function relativePath(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '')
}
