// Fills the folder of a new game server with the files of another one, which stays as it is.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { OpenedRoot } from '../../platform/confined-files.ts'
import { formatBytes, formatProgress } from '../../platform/logic/format-bytes.ts'
import { pacedProgress } from '../../platform/paced-progress.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import { failureMessage } from './run-steps.ts'

export async function cloneFiles(
  gameServers: GameServers,
  toId: number,
  fromId: number,
  action: Action,
): Promise<void> {
  if (fromId === toId) throw new ActionFailed('a game server cannot be a copy of itself')
  if (gameServers.require(toId).record.installed) {
    throw new ActionFailed('it is installed already: only a new game server can become a copy')
  }
  const source = gameServers.get(fromId)
  if (!source) throw new ActionFailed('this node does not know the game server to copy: copy on its own node')
  if (source.process) action.say('it is running: what it writes in the meantime may be copied incompletely')
  await gameServers.readFolder(fromId, sourceRoot =>
    gameServers.install(toId, 'install', async ({ root }) => {
      try {
        await copy(sourceRoot, root, action)
      } catch (error) {
        if (action.canceled.aborted) {
          const canceled = new ActionCanceled(reasonOf('canceledCopy'))
          throw Object.assign(canceled, { facts: { action: 'clone' } })
        }
        throw new ActionFailed(failureMessage(error), null, { action: 'clone' }, { cause: error })
      }
    }),
  )
}

async function copy(source: OpenedRoot, target: OpenedRoot, action: Action): Promise<void> {
  const { total } = await target.list('', { limit: 1 })
  if (total > 0) throw new ActionFailed(reasonOf('folderNotEmpty'))
  action.say(reasonOf('copyingFiles'))
  const whole = await source.measure()
  const freeBytes = await target.freeBytes()
  if (whole.bytes > freeBytes) {
    const [needed, free] = [whole.bytes, freeBytes].map(formatBytes) as [string, string]
    const text = reasonOf('noSpaceForCopy', { needed, free })
    throw new ActionFailed(text, null, { reason: 'no-space' })
  }
  const progress = pacedProgress<{ files: number; bytes: number }>(({ files, bytes }) =>
    action.progress(
      Math.min(1, bytes / Math.max(1, whole.bytes)),
      `copying the files: ${files} of ${whole.files}, ${formatProgress(bytes, whole.bytes)}`,
    ),
  )
  try {
    const copied = await target.copyTree(source, {
      signal: action.canceled,
      onProgress: ({ files, bytes }) => progress({ files, bytes }),
    })
    action.say(`${copied.files} files copied, ${formatBytes(copied.bytes)}`)
  } finally {
    progress.close()
  }
}
