// SFTP of this node: off until the panel switches it on, and the panel learns what became of it.

import type { NodeSettings } from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeMessage } from '../../platform/panel-link/link-hooks.ts'
import { loadHostKey } from './host-key.ts'
import { createOperationReports, type OperationReports } from './operation-reports.ts'
import { type ListenerOptions, openSftpListener, type SftpListener } from './sftp-listener.ts'

export interface SftpDeps
  extends Pick<ListenerOptions, 'ask' | 'folders' | 'log' | 'nowMs' | 'monotonicMs' | 'limits'> {
  dataFolder: string
  send: (message: NodeMessage) => void
}

/** A port that somebody else has may be free later. */
const tryAgainMs = 60_000

export class Sftp {
  readonly #deps: SftpDeps
  readonly #reports: OperationReports
  #listener: SftpListener | null = null
  #listensAt = 0
  #fingerprint = ''
  #problem = ''
  #retry: NodeJS.Timeout | undefined
  /** One change after the other, in the order of the panel's words. */
  #changing: Promise<void> = Promise.resolve()

  constructor(deps: SftpDeps) {
    this.#deps = deps
    this.#reports = createOperationReports(deps.ask, deps.log)
  }

  /** Told at every connection and at every change; resolves when the panel has been told what became of it. */
  apply(settings: NodeSettings): Promise<void> {
    this.#changing = this.#changing.then(() => this.#apply(settings))
    return this.#changing
  }

  /** Sessions of this person are asked about at once; 0 means everybody's. */
  rightsChanged(userId: number): void {
    this.#listener?.recheck(userId)
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#changing
    clearTimeout(this.#retry)
    await this.#stop('the daemon stops')
    await this.#reports.close()
  }

  async #apply({ sftpEnabled, sftpPort }: NodeSettings): Promise<void> {
    clearTimeout(this.#retry)
    const { log } = this.#deps
    try {
      if (!sftpEnabled) await this.#stop('SFTP was switched off')
      else if (!this.#listener || this.#listensAt !== sftpPort) await this.#start(sftpPort)
      this.#problem = ''
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error)
      log.warn(
        { port: sftpPort, problem: this.#problem },
        'SFTP cannot be offered; it is tried again every minute',
      )
      this.#retry = setTimeout(() => void this.apply({ sftpEnabled, sftpPort }), tryAgainMs).unref()
    }
    this.#report(sftpPort)
  }

  async #start(port: number): Promise<void> {
    await this.#stop('SFTP moves to another port')
    // Loaded when it is needed: most nodes never do.
    const { default: library } = await import('ssh2')
    const { privateKey, fingerprint } = await loadHostKey(this.#deps.dataFolder, library)
    this.#fingerprint = fingerprint
    this.#listener = await openSftpListener({
      ...this.#deps,
      reports: this.#reports,
      library,
      privateKey,
      port,
    })
    this.#listensAt = port
    this.#deps.log.info({ port: this.#listener.port, fingerprint }, 'SFTP is offered')
  }

  async #stop(reason: string): Promise<void> {
    const listener = this.#listener
    this.#listener = null
    await listener?.close(reason)
  }

  #report(port: number): void {
    const value = {
      listening: this.#listener !== null,
      port: this.#listener?.port ?? port,
      hostKeyFingerprint: this.#fingerprint,
      problem: this.#problem,
    }
    this.#deps.send({ $case: 'sftpState', value })
  }
}
