// Checks a whole upload, its hash and its type, and makes it appear under its name.

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { UploadPolicy, WriteExpectation, writtenAnswer } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import { readChunks } from '../../platform/confined-files/read-chunks.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { ServerFiles } from '../files/logic/file-work.ts'
import { checkContent } from './check-content.ts'
import type { UploadKey, UploadNote, UploadParts } from './upload-parts.ts'

const freshMode = 0o640

interface FinishDeps {
  parts: UploadParts
  serverFiles: ServerFiles
  key: UploadKey
  note: UploadNote
  policy: UploadPolicy
}

/** Throws when anything is wrong; the file has not appeared then. */
export async function finishFile({
  parts,
  serverFiles: { root },
  key,
  note,
  policy,
}: FinishDeps): Promise<z.output<typeof writtenAnswer>> {
  const file = await parts.open(key)
  if (file === null) throw new LinkRefusal('not_found', 'this upload is lost: begin it again')
  let detectedType = ''
  try {
    await root.checkWrite(note.path, expectationOf(note.expect))
    if (note.sha256 !== null) await requireHash(file, note.sha256)
    // The disk works while the content is checked.
    const [found] = await Promise.all([checkContent(file, policy), file.datasync()])
    detectedType = found.detectedType
  } finally {
    await file.close()
  }
  const folder = note.make_folders ? folderOf(note.path) : ''
  const made = folder === '' ? [] : await root.mkdir(folder, { mayExist: true })
  try {
    const mode = await modeOf(root, note.path)
    const etag = await root.moveIn(parts.partFile(key), note.path, {
      mode,
      expect: expectationOf(note.expect),
    })
    return { etag, size_bytes: note.size_bytes, detected_type: detectedType }
  } catch (error) {
    await root.unmake(made)
    throw error
  }
}

/** What must be true of the name when the upload appears there. */
export function expectationOf(expect: WriteExpectation): 'anything' | 'nothing' | { etag: string } {
  return expect.what === 'etag' ? { etag: expect.etag } : expect.what
}

async function requireHash(file: FileHandle, wanted: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(file)) hash.update(chunk)
  const found = hash.digest('hex')
  if (found !== wanted)
    throw new LinkRefusal(
      'invalid_input',
      `the content was damaged on its way: its SHA-256 is ${found}, announced was ${wanted}; upload it again`,
    )
}

/** A file that is replaced keeps its rights; a new one can never be executed. */
async function modeOf(root: ConfinedRoot, path: string): Promise<number> {
  const found = await root.stat(path).catch(() => null)
  return found?.type === 'file' ? found.mode : freshMode
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}
