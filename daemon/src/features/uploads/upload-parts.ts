// The parts of uploads on the disk: for each a file with the bytes so far and a note of what it will become.
//
// An upload exists while its note exists. Its offset is the size of the file with the bytes: there is nothing else that
// could be lost when the daemon is killed.

import { constants } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { writeExpectation, writtenAnswer } from '@rookery/contracts/daemon/file-request.ts'
import * as z from 'zod'
import { ConfinedFileError, errnoOf } from '../../platform/confined-files/confined-file-error.ts'

const uploadNote = z.object({
  path: z.string(),
  size_bytes: z.int(),
  user_id: z.int(),
  expect: writeExpectation,
  sha256: z.string().nullable(),
  make_folders: z.boolean(),
  metadata: z.string(),
  begun_at_ms: z.int(),
  /** What was answered at the end, and when: whoever has not heard it may ask again. */
  written: writtenAnswer.extend({ at_ms: z.int() }).nullable(),
})
export type UploadNote = z.output<typeof uploadNote>

/** Which upload; the uuid keeps those of an earlier game server apart. */
export interface UploadKey {
  uuid: string
  uploadId: string
}

export type UploadParts = ReturnType<typeof createUploadParts>

const noteName = /^([0-9a-f]{32})\.json$/
const uuidName = /^[0-9a-f-]{36}$/

export function createUploadParts(folder: string) {
  const homeOf = (uuid: string) => {
    if (!uuidName.test(uuid)) throw new Error(`${JSON.stringify(uuid)} is not a uuid`)
    return join(folder, uuid)
  }
  const noteFile = ({ uuid, uploadId }: UploadKey) => join(homeOf(uuid), `${uploadId}.json`)
  const partFile = ({ uuid, uploadId }: UploadKey) => join(homeOf(uuid), `${uploadId}.part`)

  /** Appears whole or not at all. */
  async function writeNote(key: UploadKey, note: UploadNote): Promise<void> {
    const unfinished = `${noteFile(key)}.new`
    await writeFile(unfinished, JSON.stringify(note), { mode: 0o600 })
    await rename(unfinished, noteFile(key))
  }

  async function readNote(key: UploadKey): Promise<UploadNote | null> {
    try {
      return uploadNote.parse(JSON.parse(await readFile(noteFile(key), 'utf8')))
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw error
    }
  }

  return {
    partFile,
    readNote,
    writeNote,
    async create(key: UploadKey, note: UploadNote): Promise<void> {
      await mkdir(homeOf(key.uuid), { recursive: true, mode: 0o700 })
      const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY
      await (await open(partFile(key), flags, 0o600)).close()
      try {
        await writeNote(key, note)
      } catch (error) {
        await rm(partFile(key), { force: true })
        throw error
      }
    },
    /** Null: the bytes are gone. */
    async open(key: UploadKey): Promise<FileHandle | null> {
      try {
        return await open(partFile(key), constants.O_RDWR | constants.O_NOFOLLOW)
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return null
        throw error
      }
    },
    /** The note last: what is left by a daemon that ends in between is found and removed. */
    async remove(key: UploadKey): Promise<void> {
      await rm(partFile(key), { force: true })
      await rm(noteFile(key), { force: true })
      // Only when it was the last one.
      await rmdir(homeOf(key.uuid)).catch(() => {})
    },
    removeAll: (uuid: string) => rm(homeOf(uuid), { recursive: true, force: true }),
    async idsOf(uuid: string): Promise<string[]> {
      const names = await namesIn(homeOf(uuid))
      return names.flatMap(name => noteName.exec(name)?.[1] ?? [])
    },
    /** How many wait for their rest; those that are finished have no bytes here any longer. */
    async countOpen(uuid: string): Promise<number> {
      const names = await namesIn(homeOf(uuid))
      return names.filter(name => name.endsWith('.part')).length
    },
    uuids: async () => (await namesIn(folder)).filter(name => uuidName.test(name)),
    /** Names that belong to no note: what is left of an end in the middle. Nobody may be at work. */
    async removeOrphans(uuid: string): Promise<void> {
      const names = await namesIn(homeOf(uuid))
      for (const name of names) {
        const isPartOfNote = name.endsWith('.part') && names.includes(name.replace(/\.part$/, '.json'))
        if (!noteName.test(name) && !isPartOfNote) await rm(join(homeOf(uuid), name), { force: true })
      }
      await rmdir(homeOf(uuid)).catch(() => {})
    },
  }
}

/** A folder that is missing is empty. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => [])
}

/** Writes at a place, whole; the system's own words for a full drive become ours. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  try {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
      written += bytesWritten
    }
  } catch (error) {
    if (errnoOf(error) !== 'ENOSPC' && errnoOf(error) !== 'EDQUOT') throw error
    throw new ConfinedFileError('no_space', '', 'there is no space left on the drive', { cause: error })
  }
}
