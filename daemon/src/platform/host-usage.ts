// What this machine uses right now: processor, memory, disks, network, load and uptime, straight from the kernel.

import { existsSync, readFileSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { parseCpuTimes, parseLoad, parseMemory, parseNetwork } from './logic/kernel-files.ts'
import { MonotonicTotal } from './monotonic-total.ts'

/** What cannot be measured is absent, never 0. */
export interface HostUsage {
  /** Ticks since the machine was started, over all cores. */
  cpu?: { busy: number; total: number }
  memory?: { usedBytes: number; totalBytes: number }
  swap?: { usedBytes: number; totalBytes: number }
  /** `freeBytes` is what programs that are not root may still write. */
  disk?: { usedBytes: number; totalBytes: number; freeBytes: number }
  network?: { receiveBytes: number; transmitBytes: number }
  load?: { one: number; five: number; fifteen: number }
  uptimeSeconds?: number
}

export interface HostUsageOptions {
  /** Empty: every interface that leads out of this machine. */
  networkInterfaces: readonly string[]
  /** Paths; the drives under them are counted, each once. */
  drives: readonly string[]
  warn: (text: string) => void
  platform?: NodeJS.Platform
  /** Where the kernel shows its files; another folder in tests. */
  proc?: string
}

/** A drive that does not answer for so long, such as a network share without its server, is not counted. */
const driveLimitMs = 2_000

export class HostUsageReader {
  readonly #options: HostUsageOptions
  readonly #proc: string
  readonly #receiveBytes = new MonotonicTotal()
  readonly #transmitBytes = new MonotonicTotal()
  readonly #waitingFor = new Set<string>()
  readonly #warned = new Set<string>()

  constructor(options: HostUsageOptions) {
    this.#options = options
    this.#proc = options.proc ?? '/proc'
  }

  async read(): Promise<HostUsage> {
    const cpu = parseCpuTimes(this.#readFile('stat'))
    const { memory, swap } = parseMemory(this.#readFile('meminfo'))
    const disk = await this.#readDisks()
    const network = this.#readNetwork()
    // Windows has no load average; what Node gives there is always 0.
    const isWindows = (this.#options.platform ?? process.platform) === 'win32'
    const load = isWindows ? null : parseLoad(this.#readFile('loadavg'))
    const uptimeSeconds = Number.parseFloat(this.#readFile('uptime'))
    return {
      ...(cpu && { cpu }),
      ...(memory && { memory }),
      ...(swap && { swap }),
      ...(disk && { disk }),
      ...(network && { network }),
      ...(load && { load }),
      ...(Number.isFinite(uptimeSeconds) && { uptimeSeconds }),
    }
  }

  #readFile(name: string): string {
    try {
      return readFileSync(`${this.#proc}/${name}`, 'latin1')
    } catch {
      return ''
    }
  }

  #readNetwork(): HostUsage['network'] | null {
    const all = parseNetwork(this.#readFile('net/dev'))
    if (all.size === 0) return null
    const wanted = this.#options.networkInterfaces
    for (const name of wanted) {
      if (!all.has(name)) this.#warnOnce(`if_list names ${name}, but this machine has no such interface now`)
    }
    const names =
      wanted.length > 0 ? wanted.filter(name => all.has(name)) : outwardInterfaces([...all.keys()])
    if (names.length === 0) return null
    const counters = (key: 'receiveBytes' | 'transmitBytes') =>
      new Map(names.map(name => [name, all.get(name)?.[key] ?? 0]))
    return {
      receiveBytes: this.#receiveBytes.update(counters('receiveBytes')),
      transmitBytes: this.#transmitBytes.update(counters('transmitBytes')),
    }
  }

  /** null when one of the drives cannot be read: a part of the sum would be no truth. */
  async #readDisks(): Promise<HostUsage['disk'] | null> {
    const found = new Map<number, { usedBytes: number; totalBytes: number; freeBytes: number }>()
    for (const path of this.#options.drives) {
      const drive = await this.#readDrive(path)
      if (drive === null) return null
      found.set(drive.device, drive)
    }
    if (found.size === 0) return null
    const sum = { usedBytes: 0, totalBytes: 0, freeBytes: 0 }
    for (const drive of found.values()) {
      sum.usedBytes += drive.usedBytes
      sum.totalBytes += drive.totalBytes
      sum.freeBytes += drive.freeBytes
    }
    return sum
  }

  async #readDrive(path: string) {
    if (this.#waitingFor.has(path)) return null
    this.#waitingFor.add(path)
    const reading = readDrive(path)
      .catch((error: NodeJS.ErrnoException) => {
        this.#warnOnce(`the drive of ${path} cannot be measured (${error.code ?? error.message})`)
        return null
      })
      .finally(() => this.#waitingFor.delete(path))
    const limit = Promise.withResolvers<null>()
    const timer = setTimeout(() => limit.resolve(null), driveLimitMs)
    const drive = await Promise.race([reading, limit.promise])
    clearTimeout(timer)
    if (drive === null && this.#waitingFor.has(path)) {
      this.#warnOnce(`the drive of ${path} does not answer, so disks are not measured until it does`)
    }
    return drive
  }

  #warnOnce(text: string): void {
    if (this.#warned.has(text)) return
    this.#warned.add(text)
    this.#options.warn(text)
  }
}

async function readDrive(path: string) {
  const [{ dev: device }, { blocks, bfree, bavail, bsize }] = await Promise.all([stat(path), statfs(path)])
  return {
    device,
    usedBytes: (blocks - bfree) * bsize,
    totalBytes: blocks * bsize,
    freeBytes: bavail * bsize,
  }
}

/** Those with a device behind them: bridges and the ends of containers only pass on what those count already. */
function outwardInterfaces(names: string[]): string[] {
  const withDevice = names.filter(name => existsSync(`/sys/class/net/${name}/device`))
  return withDevice.length > 0 ? withDevice : names.filter(name => name !== 'lo')
}
