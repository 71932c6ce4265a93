// One daemon as a program of its own, enrolled at one instance and dialling the proxy before all of them.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openProcessManager } from '../../daemon/src/platform/process-managers/process/process.ts'
import { kill } from '../live/programs.ts'

const program = fileURLToPath(new URL('../../dist/daemon.mjs', import.meta.url))

export class DaemonProgram {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-scale-node-'))
  readonly nodeId: number
  #child: ChildProcess | undefined

  constructor(nodeId: number) {
    this.nodeId = nodeId
    // Game users must be able to enter it, or the games would be put elsewhere on this machine.
    chmodSync(this.folder, 0o711)
  }

  /** `dials` is where the daemon finds the panel from now on. */
  enroll(panelUrl: string, key: string, dials: string): void {
    const args = ['--no-warnings', program, 'enroll', panelUrl, '--key', key, '--data', this.folder]
    execFileSync(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: 'pipe' })
    const file = join(this.folder, 'daemon.yaml')
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(/^panel: .*$/m, `panel: '${dials}'`)
    if (changed === text) throw new Error(`no address of the panel in ${file}`)
    writeFileSync(file, changed)
  }

  start(): void {
    const args = ['--no-warnings', program, '--data', this.folder]
    this.#child = spawn(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } })
  }

  /** SIGKILL; its games run on. */
  async kill(): Promise<void> {
    if (this.#child) await kill(this.#child)
  }

  async remove(): Promise<void> {
    await this.kill()
    const yaml = readFileSync(join(this.folder, 'daemon.yaml'), 'utf8')
    const userIdBase = Number(/game_user_id_base: (\d+)/.exec(yaml)?.[1])
    const cleaner = openProcessManager({ socketFile: join(this.folder, 'keeper.sock'), userIdBase })
    for (const left of await cleaner.adopt()) {
      await left.endTree()
      await left.exit
      await left.forget()
    }
    await cleaner.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
