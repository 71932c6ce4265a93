// What systemd is for an upgrade, played by the test: `systemctl` and `journalctl` ask it, and it runs one real program.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A program that ends again and again is left alone some time, as systemd does. */
const mostRestarts = 6

export class StandInUnits {
  readonly #folder: string
  readonly #command: readonly string[]
  readonly #server: Server
  #child: ChildProcess | null = null
  #restarts = 0
  /** `stop UNIT` and `restart UNIT`, as they came. */
  readonly orders: string[] = []

  private constructor(folder: string, command: readonly string[]) {
    this.#folder = folder
    this.#command = command
    this.#server = createServer((request, response) => {
      void this.#follow(request.url ?? '').then(() => response.end())
    })
  }

  /** Its commands are in `folder`, which belongs in front of PATH; `command` is run for every unit. */
  static async open(folder: string, command: readonly string[]): Promise<StandInUnits> {
    const units = new StandInUnits(folder, command)
    units.#server.listen(0, '127.0.0.1')
    await once(units.#server, 'listening')
    const { port } = units.#server.address() as AddressInfo
    const ask = `fetch("http://127.0.0.1:${port}/" + process.argv.slice(1).join("/"))`
    const commands = {
      systemctl: `case "$1 $2" in
        'show --property=NRestarts') cat '${units.#restartsFile}' ;;
        show*) echo active ;;
        stop*|restart*) exec '${process.execPath}' --eval '${ask}' "$@" ;;
      esac`,
      journalctl: `cat '${units.#journalFile}'`,
    }
    for (const [name, script] of Object.entries(commands)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    }
    return units
  }

  async close(): Promise<void> {
    await this.#stop()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** As somebody does before the upgrade. */
  start(): void {
    this.#noteRestarts(0)
    this.#spawn()
  }

  async #follow(path: string): Promise<void> {
    const [, action = '', unit = ''] = path.split('/')
    this.orders.push(`${action} ${unit}`)
    await this.#stop()
    if (action === 'restart') this.start()
  }

  get #restartsFile(): string {
    return join(this.#folder, 'restarts')
  }

  get #journalFile(): string {
    return join(this.#folder, 'journal')
  }

  #noteRestarts(count: number): void {
    this.#restarts = count
    writeFileSync(this.#restartsFile, String(count))
  }

  #spawn(): void {
    const [file = '', ...args] = this.#command
    const journal = openSync(this.#journalFile, 'a')
    const child = spawn(file, args, { stdio: ['ignore', journal, journal] })
    closeSync(journal)
    this.#child = child
    child.on('exit', () => {
      if (this.#child !== child || this.#restarts >= mostRestarts) return
      this.#noteRestarts(this.#restarts + 1)
      this.#spawn()
    })
  }

  async #stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
