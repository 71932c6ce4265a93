// Installs a game server: the steps of its definition in order, inside its own folder, with progress in words.

import type { InstallStep } from '@rookery/contracts/daemon/game-server-definition.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed, type InstallKind } from '../game-servers/logic/action.ts'
import type { ShippedGames } from './shipped-games.ts'

export interface Installer {
  /** Refused while the game runs; when it fails, the game server does not count as installed. */
  install(gameServerId: number, kind: InstallKind, action: Action): Promise<void>
}

export function createInstaller(gameServers: GameServers, shippedGames: ShippedGames): Installer {
  return {
    async install(gameServerId, kind, action) {
      if (action.canceled.aborted) throw new ActionCanceled('canceled before it began')
      if (kind === 'reinstall') action.say('deleting all of its files')
      await gameServers.install(gameServerId, kind, (root, steps) =>
        takeSteps(root, steps, shippedGames, action),
      )
      action.say(kind === 'update' ? 'it is up to date' : 'it is installed')
    },
  }
}

async function takeSteps(
  root: ConfinedRoot,
  steps: readonly InstallStep[],
  shippedGames: ShippedGames,
  action: Action,
): Promise<void> {
  action.progress(0)
  for (const [index, step] of steps.entries()) {
    if (action.canceled.aborted) throw new ActionCanceled('the installation was canceled: install again')
    action.say(step.words)
    await takeStep(root, step, shippedGames).catch(error => {
      throw new ActionFailed(`${step.words}: ${reasonOf(error)}`)
    })
    action.progress((index + 1) / steps.length)
  }
}

async function takeStep(root: ConfinedRoot, step: InstallStep, shippedGames: ShippedGames): Promise<void> {
  switch (step.do) {
    case 'copy-shipped':
      await makeParent(root, step.to)
      await root.copyIn(shippedGames[step.game], step.to, { mode: 0o640 })
      break
    case 'write-file':
      await makeParent(root, step.path)
      await root.writeFileAtomic(step.path, Buffer.from(step.content))
      break
  }
}

async function makeParent(root: ConfinedRoot, path: string): Promise<void> {
  const parent = path.split('/').slice(0, -1).join('/')
  if (parent !== '') await root.mkdir(parent, { mayExist: true })
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfinedFileError && error.code === 'no_space') {
    return 'there is no space left on the node: free some and install again'
  }
  return error instanceof Error ? error.message : String(error)
}
