// The change feed: facts that have happened, told to later features and to open channels. It carries no commands.

import type { RunState, TaskKind, TaskStatus } from '@rookery/contracts/run-states.ts'

export type Change =
  | {
      kind: 'game-server-state'
      gameServerId: number
      state: RunState
      reason: string | null
      changedAtMs: number
    }
  | { kind: 'game-server-removed'; gameServerId: number }
  /** Its game servers must be defined anew. */
  | { kind: 'template-changed'; templateId: number }
  | {
      kind: 'task'
      taskId: number
      gameServerId: number | null
      taskKind: TaskKind
      status: TaskStatus
      message: string | null
      progress: number | null
      exitCode: number | null
    }
  | { kind: 'task-output'; taskId: number; seq: number; chunk: string }
  | { kind: 'node-presence'; nodeId: number; online: boolean }
  | { kind: 'login-session-ended'; jti: string }
  | { kind: 'rights-changed'; userId: number | 'everybody' }
  /** Login, password or name are new, or the user is gone. */
  | { kind: 'user-changed'; userId: number }
  | { kind: 'user-removed'; userId: number }
  | { kind: 'personal-access-token-revoked'; tokenId: number }
  /** The line to the other instances was cut for a while: what they told then is unknown. */
  | { kind: 'changes-missed' }

export interface Changes {
  tell(change: Change): void
  /** Tells other instances too; resolves when they know. Here it is known before the first wait. */
  tellEverywhere(change: Change): Promise<void>
  listen(listener: (change: Change) => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>()
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  return {
    tell,
    tellEverywhere: async change => tell(change),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
