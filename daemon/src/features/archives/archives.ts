// Archives of game servers: packs files into one and unpacks one, in the daemon's tasks, or packs them for a download.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archivePayload, extractPayload } from '@rookery/contracts/daemon/file-request.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type * as z from 'zod'
import { collectItems } from '../../platform/archives/pack/collect-items.ts'
import { packStream } from '../../platform/archives/pack/pack-archive.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import type { Log } from '../../platform/log.ts'
import { pacedProgress } from '../../platform/paced-progress.ts'
import type { DiskQuota, FileWork, ServerFiles } from '../files/logic/file-work.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import { refusalToChange } from '../game-servers/logic/run-state.ts'
import { type ArchiveWork, selectPaths } from './archive-work.ts'
import { createArchive } from './create-archive.ts'
import { extractArchive } from './extract-archive.ts'
import { removeStages } from './stage.ts'

export interface Archives {
  /** Both are refused while the game server is being installed; what fails or is canceled changes nothing. */
  archive(gameServerId: number, payload: string, action: Action): Promise<void>
  extract(gameServerId: number, payload: string, action: Action): Promise<void>
  /** Removes what the end of the daemon has cut off. */
  cleanUp(): Promise<void>
  /** Ends what is at work. */
  close(): Promise<void>
}

export interface ArchivesOptions {
  gameServers: GameServers
  quotas: { of(gameServerId: number): DiskQuota }
  userIdOf: (gameServerId: number) => number | undefined
  /** The daemon's own, on the drive of the game servers. */
  scratchFolder: string
  sevenZipFile: string
  /** Before an archive is unpacked among other files; what throws ends it. */
  beforeExtract: (gameServerId: number, action: Action) => Promise<void>
  log: Log
}

/** What a person puts there may come from anywhere. */
export const entryLimit = 150_000

type ArchiveOrder = z.output<typeof archivePayload> | z.output<typeof extractPayload>

interface Doing<Order extends ArchiveOrder> {
  order: Order
  message: string
  run: (serverFiles: Pick<ServerFiles, 'root' | 'quota'>, order: Order, work: ArchiveWork) => Promise<void>
}

export function createArchives(options: ArchivesOptions): Archives {
  const { gameServers, quotas, userIdOf, scratchFolder, sevenZipFile, log } = options
  const closing = new AbortController()
  const atWork = new Set<Promise<void>>()

  async function perform<Order extends ArchiveOrder>(
    gameServerId: number,
    action: Action,
    doing: Doing<Order>,
  ): Promise<void> {
    const canceled = AbortSignal.any([action.canceled, closing.signal])
    const { record } = gameServers.require(gameServerId)
    const refusal = refusalToChange(record.state)
    if (refusal !== null) throw new ActionFailed(refusal)
    const { uuid } = record.definition
    const paced = pacedProgress<[number | null, string]>(([fraction, how]) =>
      report(action, doing.message, fraction, how),
    )
    const work: ArchiveWork = {
      canceled,
      entryLimit,
      say: message => action.say(message),
      progress: (fraction, how) => paced([fraction, how]),
      scratchFolder: join(scratchFolder, uuid),
      sevenZipFile,
      uid: userIdOf(gameServerId) ?? null,
    }
    action.say(doing.message)
    try {
      const by = doing.order.by_administrator ? 'administrator' : 'person'
      await gameServers.workInFolder(gameServerId, { make: true, by }, async root => {
        if (root === null) throw new ActionFailed(reasonOf('folderMissing'))
        await doing.run({ root, quota: quotas.of(gameServerId) }, doing.order, work)
      })
    } catch (error) {
      if (canceled.aborted) throw new ActionCanceled(reasonOf('canceledNothingMade'))
      throw error instanceof ActionFailed ? error : new ActionFailed(failureMessage(error))
    } finally {
      paced.close()
    }
    action.progress(1)
  }

  function start<Order extends ArchiveOrder>(
    gameServerId: number,
    action: Action,
    doing: Doing<Order>,
  ): Promise<void> {
    if (action.canceled.aborted) return Promise.reject(new ActionCanceled(reasonOf('canceledEarly')))
    const done = perform(gameServerId, action, doing)
    atWork.add(done)
    return done.finally(() => atWork.delete(done))
  }

  return {
    async archive(gameServerId, payload, action) {
      const order = read(archivePayload, payload)
      await start(gameServerId, action, {
        order,
        message: reasonOf('compressing', { path: order.target }),
        run: createArchive,
      })
    },
    async extract(gameServerId, payload, action) {
      const order = read(extractPayload, payload)
      await options.beforeExtract(gameServerId, action)
      await start(gameServerId, action, {
        order,
        message: reasonOf('extracting', { path: order.path }),
        run: extractArchive,
      })
    },
    async cleanUp() {
      await rm(scratchFolder, { recursive: true, force: true })
      for (const { id } of gameServers.processes()) {
        await gameServers
          .workInFolder(id, { make: false, by: 'node' }, async root =>
            root === null ? 0 : removeStages(root),
          )
          .then(count => {
            if (count > 0) log.info({ gameServerId: id, count }, 'removed what an interrupted task has left')
          })
          .catch((error: unknown) =>
            log.error({ gameServerId: id, err: error }, 'leftovers could not be removed'),
          )
      }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(atWork)
    },
  }
}

/**
 * Sends files and folders to the panel as one archive, for a download; nothing of it stays on the node.
 * What cannot be read is left out. A file that grows is cut where it ended, one that becomes shorter is filled up where
 * the format has told its length already: the archive is whole in any case.
 */
export const packFiles: FileWork<'pack'> = async ({ root }, { paths, format }, talk) => {
  const selection = await selectPaths(root, paths)
  const { signal } = talk
  const items = collectItems(root, selection, { signal, note: () => {}, onBytes: () => {} })
  for await (const bytes of packStream(format, items)) {
    signal.throwIfAborted()
    await talk.send(bytes)
  }
}

/** Why an archive could not be made or unpacked, for the person who asked for it. */
function failureMessage(error: unknown): string {
  if (!(error instanceof ConfinedFileError)) return error instanceof Error ? error.message : String(error)
  if (error.code === 'no_space') {
    const isDrive = error.cause !== undefined
    return isDrive ? 'there is no space left on the node: free some and try again' : withoutPath(error)
  }
  const { cause } = error
  return error.code === 'failed' && cause instanceof Error ? cause.message : error.message
}

function withoutPath({ message }: Error): string {
  return message.slice(message.indexOf(': ') + 2)
}

function report(action: Action, message: string, fraction: number | null, how: string): void {
  const done = fraction === null ? null : Math.min(1, fraction)
  const percent = done === null ? '' : ` (${Math.floor(done * 100)} %)`
  action.progress(done ?? 0, `${message}: ${how}${percent}`)
}

function read<Order>(schema: z.ZodType<Order>, payload: string): Order {
  try {
    return schema.parse(JSON.parse(payload))
  } catch {
    throw new ActionFailed('the payload of this task is not understood: update the panel or the daemon')
  }
}
