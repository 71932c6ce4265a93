// Serves one file request of the panel: reads it, opens the game server's folder, and lets the verb do its work.

import {
  type FileRequest,
  type FileVerb,
  fileRequest,
  type listAnswer,
  type searchEnd,
} from '@rookery/contracts/daemon/file-request.ts'
import type { FileWork as FileWorkOrder } from '@rookery/contracts/daemon/generated/link.ts'
import type { ErrorCode } from '@rookery/contracts/errors.ts'
import type * as z from 'zod'
import {
  ConfinedFileError,
  type ConfinedFileProblem,
} from '../../platform/confined-files/confined-file-error.ts'
import { createPathPatterns } from '../../platform/confined-files/logic/path-patterns.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import type { FolderUser, GameServers } from '../game-servers/game-servers.ts'
import { refusalToChange } from '../game-servers/logic/run-state.ts'
import type { DiskQuotas } from './disk-quota.ts'
import type { FileTalk, FileWork, FileWorks, ServerFiles } from './logic/file-work.ts'
import { changeMode, copyFiles, createFolder, deleteFiles, renameFile } from './verbs/change-files.ts'
import { describeUsage, hashFile, listFiles, readFile, reportUsage, statFile } from './verbs/read-files.ts'
import { searchFiles } from './verbs/search-files.ts'
import { type CheckContent, createWriteFile } from './verbs/write-file.ts'

/** Which error of the API a refused piece of file work is. */
const refusalCodes: Record<ConfinedFileProblem, ErrorCode> = {
  invalid_path: 'malformed_request',
  escapes: 'forbidden',
  root_protected: 'forbidden',
  protected: 'forbidden',
  not_permitted: 'forbidden',
  not_found: 'not_found',
  exists: 'conflict',
  not_a_file: 'conflict',
  not_a_folder: 'conflict',
  busy: 'conflict',
  changed: 'precondition_failed',
  too_large: 'too_large',
  too_deep: 'invalid_input',
  no_space: 'no_space',
  failed: 'internal',
}

/** `making` has the folder made where there is none yet; the other two find nothing then. */
type FolderNeed = 'reading' | 'changing' | 'making'

/** Whether the folder may be missing, and whether somebody else may be filling it. */
const folderNeeds: Record<FileVerb, FolderNeed> = {
  list: 'reading',
  stat: 'reading',
  read: 'reading',
  hash: 'reading',
  search: 'reading',
  pack: 'reading',
  usage: 'reading',
  write: 'making',
  mkdir: 'making',
  rename: 'changing',
  copy: 'changing',
  delete: 'changing',
  chmod: 'changing',
  begin_upload: 'making',
  append_upload: 'making',
  finish_upload: 'making',
  // They touch what lies beside the folder alone.
  read_upload: 'reading',
  remove_upload: 'reading',
}

export type UploadVerb = Extract<FileVerb, `${string}_upload`>

interface FileServingDeps {
  gameServers: GameServers
  quotas: DiskQuotas
  packFiles: FileWork<'pack'>
  uploads: FileWorks<UploadVerb>
  checkContent: CheckContent
}

export type ServeFileWork = (order: FileWorkOrder, transfer: OutgoingTransfer) => Promise<void>

export function createFileServing({
  gameServers,
  quotas,
  packFiles,
  uploads,
  checkContent,
}: FileServingDeps): ServeFileWork {
  const works: FileWorks = {
    list: listFiles,
    stat: statFile,
    read: readFile,
    write: createWriteFile(checkContent),
    mkdir: createFolder,
    rename: renameFile,
    copy: copyFiles,
    delete: deleteFiles,
    chmod: changeMode,
    hash: hashFile,
    search: searchFiles,
    pack: packFiles,
    usage: reportUsage,
    ...uploads,
  }

  async function serve(id: number, by: FolderUser, request: FileRequest, talk: FileTalk): Promise<void> {
    const supervisor = gameServers.get(id)
    if (!supervisor) throw new LinkRefusal('not_found', 'this node does not know the game server')
    const need = folderNeeds[request.verb]
    const { definition, state } = supervisor.record
    const refusal = need === 'reading' ? null : refusalToChange(state)
    if (refusal !== null) throw new LinkRefusal('conflict', refusal)
    await gameServers.workInFolder(id, { make: need === 'making', by }, async root => {
      const quota = quotas.of(id)
      if (root === null) return answerWithoutFolder(request, talk, { gameServers, quota })
      const protectedPaths = createPathPatterns(definition.protected_files)
      const isProtected = (path: string) => protectedPaths.matches(path)
      const serverFiles: ServerFiles = { gameServerId: id, uuid: definition.uuid, root, quota, isProtected }
      // The table holds for each verb the work of that verb; TypeScript does not follow the pair.
      const work = works[request.verb] as FileWork<FileVerb>
      await work(serverFiles, request, talk)
    })
  }

  return async ({ gameServerId, request, byAdministrator }, transfer) => {
    try {
      const by = byAdministrator ? 'administrator' : 'person'
      await serve(gameServerId, by, readRequest(request), talkOver(transfer))
    } catch (error) {
      throw translated(error)
    }
  }
}

/** The line of one file request to the panel, over its transfer. */
function talkOver(transfer: OutgoingTransfer): FileTalk {
  return {
    signal: transfer.signal,
    answer: json => transfer.write({ $case: 'fileAnswer', value: { json: JSON.stringify(json) } }),
    send: bytes => transfer.writeBytes(bytes),
    incoming() {
      const bodies = transfer.incoming()
      return untilEnd(bodies, transfer.signal)
    },
  }
}

async function* untilEnd(
  bodies: ReturnType<OutgoingTransfer['incoming']>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const body of bodies) {
    if (body.$case === 'fileEnd') return
    if (body.$case === 'fileBytes') yield body.value.bytes
  }
  signal.throwIfAborted()
  throw new Error('the bytes of a file ended without their end')
}

function readRequest(json: string): FileRequest {
  try {
    return fileRequest.parse(JSON.parse(json))
  } catch {
    throw new LinkRefusal(
      'invalid_input',
      'the daemon cannot read this request for files: update the daemon, or what asked for it',
    )
  }
}

/** A game server that was never installed has no files, and gets no folder because somebody looks. */
async function answerWithoutFolder(
  request: FileRequest,
  talk: FileTalk,
  { gameServers, quota }: Pick<FileServingDeps, 'gameServers'> & Pick<ServerFiles, 'quota'>,
): Promise<void> {
  if (request.verb === 'usage') return talk.answer(await describeUsage(quota, await gameServers.freeBytes()))
  const isOfRoot = 'path' in request && request.path === ''
  if (request.verb === 'list' && isOfRoot) {
    const answer: z.output<typeof listAnswer> = { entries: [], total: 0, is_cut: false }
    return talk.answer(answer)
  }
  if (request.verb === 'search' && isOfRoot) {
    const answer: z.output<typeof searchEnd> = { is_cut: false, looked_at: 0 }
    return talk.answer(answer)
  }
  if (request.verb === 'remove_upload') return talk.answer({})
  throw new LinkRefusal('not_found', 'this game server has no files yet: install it first')
}

/** What a writer's content or check has thrown comes wrapped by the file system's words. */
function translated(error: unknown): unknown {
  if (!(error instanceof ConfinedFileError)) return error
  const code = refusalCodes[error.code]
  if (code !== 'internal') return new LinkRefusal(code, error.message)
  return error.cause instanceof LinkRefusal ? error.cause : error
}
