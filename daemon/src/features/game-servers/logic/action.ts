// What somebody who asked for an action hears about it, and how an action says that it did not work.

import type { FailureFacts } from './install-failure.ts'

/** A reinstallation begins with an empty folder; an update keeps what is there. */
export type InstallKind = 'install' | 'reinstall' | 'update'

export interface Action {
  /** One step in words, for people who watch. */
  say(text: string): void
  /** From 0 to 1; the words are how far it is, such as "12 of 34 MB", and stay until the next. */
  progress(fraction: number, text?: string): void
  /** Aborts when the next action for the same game server waits: mere waiting should end then. */
  readonly superseded: AbortSignal
  readonly canceled: AbortSignal
  /** What was asked for has happened, whatever becomes of this daemon; what follows is only listening. */
  delivered(): void
  /** Why it happens, where no task tells who asked for it; stands as the reason while it starts or stops. */
  readonly reason?: string
}

/** Its message is for people: what happened, why, what to do. */
export class ActionFailed extends Error {
  readonly exitCode: number | undefined
  /** Of an installation: what the one that failed knows about it. */
  readonly facts: FailureFacts
  /** Of an installation: it has ended before it changed any file. */
  filesAreAsBefore = false

  constructor(message: string, exitCode?: number | null, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode ?? undefined
    this.facts = facts
  }
}

export class ActionCanceled extends Error {
  filesAreAsBefore = false
  /** As of ActionFailed. */
  facts: FailureFacts = {}
}

/** There was nothing to do, or it must not be done now; its message says why. */
export class ActionSkipped extends Error {}

export function areFilesAsBefore(error: unknown): boolean {
  return (error instanceof ActionFailed || error instanceof ActionCanceled) && error.filesAreAsBefore
}

/** For what the daemon does by itself: nobody listens, nobody hurries it. */
export function unwatchedAction(): Action {
  const never = new AbortController().signal
  return { say: () => {}, progress: () => {}, superseded: never, canceled: never, delivered: () => {} }
}
