// A start that a person or a schedule asks for: with an update before it where the definition says so.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import { occupiesProcess } from '../game-servers/logic/run-state.ts'

export interface StartWithUpdateDeps {
  gameServers: GameServers
  update: (gameServerId: number, action: Action) => Promise<void>
  /** The files are backed up while the game is stopped, where the template has changed. */
  newTemplate: {
    isThere: (gameServerId: number) => boolean
    /** Throws only when it is canceled. */
    save: (gameServerId: number, action: Action) => Promise<void>
  }
}

export async function startWithUpdate(
  gameServerId: number,
  action: Action,
  { gameServers, update, newTemplate }: StartWithUpdateDeps,
): Promise<void> {
  const supervisor = gameServers.require(gameServerId)
  supervisor.requireNotSuspended()
  const { definition, installed, state } = supervisor.record
  // What runs, or is not installed, is refused by the start itself; what is starting already is joined.
  const isStartable = installed && !occupiesProcess(state)
  if (isStartable && !definition.update_before_start) await newTemplate.save(gameServerId, action)
  if (isStartable && definition.update_before_start) {
    await update(gameServerId, action).catch((error: unknown) => {
      if (!(error instanceof ActionFailed) || !error.filesAreAsBefore) throw error
      action.say(`it starts as it is, because the update did not work: ${error.message}`)
    })
  }
  await supervisor.start(action)
}

export async function restartWithUpdate(
  gameServerId: number,
  action: Action,
  deps: StartWithUpdateDeps,
): Promise<void> {
  const supervisor = deps.gameServers.require(gameServerId)
  supervisor.requireNotSuspended()
  const { update_before_start } = supervisor.record.definition
  if (!update_before_start && !deps.newTemplate.isThere(gameServerId)) return supervisor.restart(action)
  await supervisor.stop(action)
  if (action.canceled.aborted) {
    throw new ActionCanceled(reasonOf('canceledStart'))
  }
  await startWithUpdate(gameServerId, action, deps)
}
