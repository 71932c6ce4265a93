// One connection to the SFTP port: signs in, opens the one channel that there is, and ends when it must.

import type { Socket } from 'node:net'
import type { SftpSession } from '@rookery/contracts/daemon/sftp-session.ts'
import type { AuthContext, Session, Connection as SshConnection } from 'ssh2'
import type { Log } from '../../platform/log.ts'
import { sftpStatus } from './logic/sftp-status.ts'
import type { OperationReports } from './operation-reports.ts'
import { serveRequests } from './serve-requests.ts'
import { type OperationReporter, SessionFiles } from './session-files.ts'
import { type AskPanel, createSessionRights, type SessionRights } from './session-rights.ts'
import type { SftpFolders } from './sftp-folders.ts'
import { refusalOf } from './sftp-refusal.ts'
import type { SignIn } from './sign-in.ts'

export interface ConnectionDeps {
  ssh: SshConnection
  socket: Socket
  ip: string
  ask: AskPanel
  signIn: SignIn
  folders: SftpFolders
  reports: OperationReports
  /** False when this person has too many sessions already. */
  welcome: (session: SftpSession) => boolean
  log: Log
  nowMs: () => number
  monotonicMs: () => number
  limits?: Partial<typeof connectionLimits>
}

export const connectionLimits = {
  signInMs: 30_000,
  idleMs: 30 * 60_000,
  attempts: 3,
  /** Keys that a client asks about: whoever has more in their agent names the right one. */
  questions: 20,
  panelAwayMs: 10_000,
}

const methods: ('publickey' | 'password')[] = ['publickey', 'password']

export class SftpConnection {
  readonly #deps: ConnectionDeps
  readonly #limits: typeof connectionLimits
  #session: SftpSession | null = null
  #rights: SessionRights | null = null
  #timer: NodeJS.Timeout
  #attempts = 0
  #questions = 0

  constructor(deps: ConnectionDeps) {
    this.#deps = deps
    this.#limits = { ...connectionLimits, ...deps.limits }
    this.#timer = setTimeout(() => this.end('nobody signed in in time'), this.#limits.signInMs)
    const { ssh, socket } = deps
    socket.once('close', () => clearTimeout(this.#timer))
    // Protocol errors of strangers are their own affair; the library closes the socket.
    ssh.on('error', error => deps.log.debug({ err: error, ip: deps.ip }, 'an SFTP connection broke'))
    ssh.on('authentication', context => void this.#authenticate(context))
    ssh.on('session', (accept, reject) => {
      if (!this.#session || this.#rights) reject()
      else this.#offerChannel(accept())
    })
  }

  get session(): SftpSession | null {
    return this.#session
  }

  /** The panel has changed something about this person. */
  recheck(): void {
    this.#rights?.recheck()
  }

  end(reason: string): void {
    const { ssh, socket, log, ip } = this.#deps
    clearTimeout(this.#timer)
    if (socket.destroyed) return
    log.info({ ip, user_id: this.#session?.user_id, reason }, 'an SFTP connection was ended')
    ssh.end()
    // Nothing may go on for somebody who does not read.
    socket.destroySoon()
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  async #authenticate(context: AuthContext): Promise<void> {
    const { socket, ip, log } = this.#deps
    if (context.method === 'none') return context.reject(methods)
    // One question at a time: what else the client sends waits in its own buffers.
    socket.pause()
    try {
      await this.#checkSignIn(context)
    } catch (error) {
      log.error({ err: error, ip }, 'a sign-in by SFTP failed')
      context.reject(methods)
    } finally {
      socket.resume()
    }
  }

  async #checkSignIn(context: AuthContext): Promise<void> {
    const { signIn, ip } = this.#deps
    const verdict = await signIn(context, ip)
    if (this.#deps.socket.destroyed) return
    if (verdict.outcome === 'welcome' && this.#welcome(verdict.session)) return context.accept()
    if (verdict.outcome === 'go on') {
      this.#questions += 1
      return this.#questions > this.#limits.questions ? this.end('too many keys') : context.accept()
    }
    const isAttempt = verdict.outcome === 'welcome' || verdict.isAttempt
    if (isAttempt) this.#attempts += 1
    else this.#questions += 1
    context.reject(methods)
    if (this.#attempts >= this.#limits.attempts) this.end('too many failed attempts to sign in')
    else if (this.#questions > this.#limits.questions) this.end('too many keys')
  }

  #welcome(session: SftpSession): boolean {
    if (this.#session || !this.#deps.welcome(session)) return false
    this.#session = session
    this.#restartIdleTimer()
    return true
  }

  #restartIdleTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end('nothing was asked for a long time'), this.#limits.idleMs)
    this.#timer.unref()
  }

  #reporting({ user_id, game_server_id, credential_id }: SftpSession): OperationReporter {
    const { reports, ip, nowMs } = this.#deps
    const of = { userId: user_id, gameServerId: game_server_id, credentialId: credential_id, ip }
    const reported = async <Result>(
      { operation, paths, isOver }: { operation: string; paths: string[]; isOver: boolean },
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const add = (outcome: string) => reports.add({ ...of, operation, paths, outcome, atMs: nowMs() })
      try {
        const result = await work()
        if (isOver) add('success')
        return result
      } catch (error) {
        const isDenied = refusalOf(error)?.status === sftpStatus.permissionDenied
        add(isDenied ? 'denied' : 'failure')
        throw error
      }
    }
    const withCapacity = (isOver: boolean): OperationReporter['perform'] => {
      return async (operation, paths, work) => {
        reports.requireCapacity()
        return reported({ operation, paths, isOver }, work)
      }
    }
    return {
      perform: withCapacity(true),
      begin: withCapacity(false),
      finish: (operation, paths, work) => reported({ operation, paths, isOver: true }, work),
    }
  }

  #offerChannel(channels: Session): void {
    channels.on('sftp', accept => {
      if (!this.#session || this.#rights) return
      const { socket, folders, ask, log, nowMs, monotonicMs } = this.#deps
      const session = this.#session
      const ended = (message: string) => this.end(message)
      const rights = createSessionRights({
        session,
        ask,
        ended,
        monotonicMs,
        panelAwayMs: this.#limits.panelAwayMs,
      })
      this.#rights = rights
      const files = new SessionFiles(
        folders,
        session.game_server_id,
        rights.isAdministrator,
        this.#reporting(session),
      )
      const channel = accept()
      channel.on('error', (error: Error) => {
        log.debug({ err: error }, 'an SFTP client sent what cannot be read')
        this.end('the client sent what cannot be read')
      })
      // The client has nothing more to ask, and waits for us to say goodbye.
      channel.on('end', () => channel.end())
      socket.once('close', () => void files.dropAll())
      const active = () => this.#restartIdleTimer()
      serveRequests({ channel, socket, files, rights, active, log, nowMs })
    })
  }
}
