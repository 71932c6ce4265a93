// One daemon as a program of its own, enrolled at one instance and dialling the proxy before all of them.

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, runProgram } from '../../test-services/start-program.ts'
import { endGames } from '../live/programs.ts'

export class DaemonProgram {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-scale-node-'))
  readonly nodeId: number
  #program: Program | undefined

  constructor(nodeId: number) {
    this.nodeId = nodeId
    // Game users must be able to enter it, or the games would be put elsewhere on this machine.
    chmodSync(this.folder, 0o711)
  }

  /** `dials` is where the daemon finds the panel from now on. */
  async enroll(panelUrl: string, key: string, dials: string): Promise<void> {
    const { status, errors } = await runProgram('daemon', [
      'enroll',
      panelUrl,
      '--key',
      key,
      '--data',
      this.folder,
    ])
    if (status !== 0) throw new Error(`the node could not join: ${errors}`)
    const file = join(this.folder, 'daemon.yaml')
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(/^panel: .*$/m, `panel: '${dials}'`)
    if (changed === text) throw new Error(`no address of the panel in ${file}`)
    writeFileSync(file, changed)
  }

  start(): void {
    this.#program = new Program('daemon', { args: ['--data', this.folder] })
  }

  /** SIGKILL; its games run on. */
  async kill(): Promise<void> {
    await this.#program?.kill()
  }

  async remove(): Promise<void> {
    await this.kill()
    await endGames(this.folder, readFileSync(join(this.folder, 'daemon.yaml'), 'utf8'))
    rmSync(this.folder, { recursive: true, force: true })
  }
}
