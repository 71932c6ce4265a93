// All ptys of this keeper by id: what may be done with which, and when nothing is left.

import { HeldPty, type SpawnRequest } from './held-pty.ts'
import type { KeeperEvent, KeeperRefusal, PtyDescription } from './keeper-protocol.ts'

export const ptyLimit = 1000

export class Refusal extends Error {
  readonly code: KeeperRefusal

  constructor(code: KeeperRefusal, message: string) {
    super(message)
    this.code = code
  }
}

export interface PtyTableEvents {
  output(id: number): void
  exited(event: Extract<KeeperEvent, { event: 'exited' }>): void
  /** After anything that may have left the keeper without work. */
  changed(): void
}

export class PtyTable {
  readonly #ptys = new Map<number, HeldPty>()
  readonly #launcherFile: string
  readonly #events: PtyTableEvents

  constructor(launcherFile: string, events: PtyTableEvents) {
    this.#launcherFile = launcherFile
    this.#events = events
  }

  get size(): number {
    return this.#ptys.size
  }

  get aliveCount(): number {
    return [...this.#ptys.values()].filter(pty => pty.exit === null).length
  }

  list(): PtyDescription[] {
    return [...this.#ptys.values()].map(pty => pty.describe())
  }

  /** Refuses an unknown id and, where one is named, another stream. */
  get(id: number, streamId?: string): HeldPty {
    const pty = this.#ptys.get(id)
    if (!pty) throw new Refusal('unknown_pty', `there is no pty ${id}`)
    if (streamId !== undefined && pty.streamId !== streamId) {
      throw new Refusal('other_stream', `pty ${id} has been started anew since`)
    }
    return pty
  }

  getRunning(id: number, streamId?: string): HeldPty {
    const pty = this.get(id, streamId)
    if (pty.exit !== null) throw new Refusal('ended', `what ran in pty ${id} has ended`)
    return pty
  }

  spawn(request: SpawnRequest, nowMs: number): HeldPty {
    if (this.#ptys.has(request.id)) throw new Refusal('id_taken', `pty ${request.id} exists already`)
    if (this.#ptys.size >= ptyLimit) throw new Refusal('too_many', `there are ${ptyLimit} ptys already`)
    const pty = new HeldPty(request, this.#launcherFile, nowMs)
    this.#ptys.set(pty.id, pty)
    pty.listen(
      () => this.#events.output(pty.id),
      exit => {
        const { id, streamId } = pty
        this.#events.exited({ event: 'exited', id, streamId, exit, endSeq: pty.ring.endSeq })
        this.#events.changed()
      },
    )
    this.#events.changed()
    return pty
  }

  /** Some child has ended; which one, the kernel does not say. */
  noticeDeaths(): void {
    for (const pty of this.#ptys.values()) if (pty.exit === null) pty.noticeDeath()
  }

  forget(id: number, streamId: string): void {
    if (this.get(id, streamId).exit === null) throw new Refusal('still_running', `pty ${id} still runs`)
    this.#ptys.delete(id)
    this.#events.changed()
  }
}
