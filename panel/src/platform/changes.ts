// The change feed: facts that have happened, told to later features and to open channels. It carries no commands.

import type { FileAction, ScheduleActivity } from '@rookery/contracts/http/activity.ts'
import type { RunState, TaskKind, TaskStatus } from '@rookery/contracts/run-states.ts'

/** What somebody changed about a game server. */
export type GameServerEdit =
  | { what: 'created' }
  | { what: 'settings' | 'details'; fields: readonly string[]; variables: readonly string[] }
  | { what: 'files'; deed: FileAction; paths: readonly string[] }
  | { what: 'schedule'; deed: ScheduleActivity; name: string }

export type Change =
  | {
      kind: 'game-server-state'
      gameServerId: number
      state: RunState
      reason: string | null
      changedAtMs: number
      exitCode: number | null
      /** False when a node that has come back tells what was known already. */
      isNews: boolean
    }
  | { kind: 'game-server-edited'; gameServerId: number; userId: number; edit: GameServerEdit }
  | { kind: 'game-server-removed'; gameServerId: number }
  /** New lines of what happened to it can be read. */
  | { kind: 'activity-written'; gameServerId: number }
  /** Its game servers must be defined anew. */
  | { kind: 'template-changed'; templateId: number }
  | {
      kind: 'task'
      taskId: number
      gameServerId: number | null
      taskKind: TaskKind
      /** Who asked for it, or granted the plugin that did its permissions. */
      requestedBy: number | null
      /** Name of the plugin that asked for it. */
      plugin: string | null
      status: TaskStatus
      message: string | null
      progress: number | null
      exitCode: number | null
    }
  | { kind: 'task-output'; taskId: number; seq: number; chunk: string }
  /** Installed, changed or removed: every instance takes it up anew. */
  | { kind: 'plugin-changed'; pluginId: number }
  | { kind: 'node-presence'; nodeId: number; online: boolean }
  | { kind: 'signed-in'; userId: number; login: string }
  | { kind: 'login-session-ended'; jti: string }
  | { kind: 'rights-changed'; userId: number | 'everybody' }
  /** Login, password or name are new, or the user is gone. */
  | { kind: 'user-changed'; userId: number }
  | { kind: 'user-removed'; userId: number }
  | { kind: 'personal-access-token-revoked'; tokenId: number }
  /** The line to the other instances was cut for a while: what they told then is unknown. */
  | { kind: 'changes-missed' }

export interface Changes {
  publish(change: Change): void
  /** Tells other instances too; resolves when they know. Here it is known before the first wait. */
  publishEverywhere(change: Change): Promise<void>
  /** Tells other instances too, soon and in order, without waiting: for what viewers see and nobody relies on. */
  announce(change: Change): void
  /** `elsewhere`: another instance has told it, and does whatever must be done once. */
  listen(listener: ChangeListener): () => void
}

export type ChangeOrigin = 'here' | 'elsewhere'
export type ChangeListener = (change: Change, origin: ChangeOrigin) => void

/** The change feed of this instance alone. */
export interface LocalChanges extends Changes {
  /** What another instance has told. */
  hear(change: Change): void
}

export function createChanges(): LocalChanges {
  const listeners = new Set<ChangeListener>()
  const publish = (change: Change) => {
    for (const listener of listeners) listener(change, 'here')
  }
  return {
    publish,
    publishEverywhere: async change => publish(change),
    announce: publish,
    hear(change) {
      for (const listener of listeners) listener(change, 'elsewhere')
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
