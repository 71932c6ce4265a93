// Whether a session may go on: the panel says so before every operation, and one answer is good for a moment.

import { setTimeout as delay } from 'node:timers/promises'
import { type SftpSession, sftpChecked } from '@rookery/contracts/daemon/sftp-session.ts'
import { LinkRefusal, type Question } from '../../platform/panel-link/link-hooks.ts'
import { SftpRefusal } from './sftp-refusal.ts'

export type AskPanel = (question: Question) => Promise<unknown>

export interface SessionRights {
  /** Returns when the right is confirmed; throws SftpRefusal when it is gone, or the panel stays away. */
  require(): Promise<void>
  /** As the panel has said last. */
  isAdministrator(): boolean
  /** What was confirmed counts no longer; the panel is asked at once. */
  recheck(): void
}

interface SessionRightsDeps {
  session: SftpSession
  ask: AskPanel
  /** The session must end: its right is gone, or nobody can say whether it is still there. */
  ended: (message: string) => void
  monotonicMs: () => number
  /** How long an operation waits for a panel that is away. */
  panelAwayMs: number
}

const confirmedForMs = 1_000
const askAgainMs = 200
/** Nobody has decided anything then. */
const undecided = ['unavailable', 'internal', 'node_offline']

export function createSessionRights(deps: SessionRightsDeps): SessionRights {
  const { session, ask, ended, monotonicMs } = deps
  // The sign-in was answered a moment ago.
  let confirmedAtMs = monotonicMs()
  let changes = 0
  let checking: Promise<void> | null = null
  let refusal: SftpRefusal | null = null
  let isAdministrator = session.is_administrator

  const end = (message: string) => {
    refusal ??= new SftpRefusal(message)
    ended(message)
    return refusal
  }
  const question: Question = {
    $case: 'sftpCheck',
    value: {
      userId: session.user_id,
      gameServerId: session.game_server_id,
      credentialId: session.credential_id,
    },
  }

  /** False while the panel cannot say. */
  async function isConfirmed(): Promise<boolean> {
    const [askedAtMs, changesBefore] = [monotonicMs(), changes]
    try {
      isAdministrator = sftpChecked.parse(await ask(question)).is_administrator
    } catch (error) {
      if (error instanceof LinkRefusal && !undecided.includes(error.code)) {
        throw end('you may no longer use the files of this game server')
      }
      return false
    }
    // What has changed while the panel was answering may not be in its answer.
    if (changes !== changesBefore) return isConfirmed()
    confirmedAtMs = askedAtMs
    return true
  }

  async function check(): Promise<void> {
    const over = new AbortController()
    const limit = delay(deps.panelAwayMs, 'away' as const, { signal: over.signal }).catch(
      () => 'away' as const,
    )
    try {
      for (;;) {
        const answer = await Promise.race([isConfirmed(), limit])
        if (answer === true) return
        if (answer === 'away')
          throw end('the panel, which must allow this, cannot be reached: try again later')
        await delay(askAgainMs)
      }
    } finally {
      over.abort()
    }
  }

  async function requireRight(): Promise<void> {
    if (refusal) throw refusal
    if (monotonicMs() - confirmedAtMs < confirmedForMs) return
    checking ??= check().finally(() => {
      checking = null
    })
    await checking
  }

  return {
    require: requireRight,
    isAdministrator: () => isAdministrator,
    recheck() {
      changes += 1
      confirmedAtMs = Number.NEGATIVE_INFINITY
      requireRight().catch(() => {})
    },
  }
}
