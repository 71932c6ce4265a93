// What a game in a unit uses, from the files of its control group, in the unified hierarchy and in the older ones.

import { readFileSync } from 'node:fs'
import type { UsageMeter } from '../process/confinement.ts'
import type { UnitPlace } from '../process/end-tree.ts'
import type { ProcessUsage } from '../process-manager.ts'
import {
  cpuSeconds,
  ioBytes,
  memoryBytes,
  memoryKills,
  memoryLimitBytes,
  type ReadCounter,
} from './logic/unit-cgroups.ts'

/** The network is the machine's own, so nothing can be said about it. */
export class UnitUsage implements UsageMeter {
  readonly #place: UnitPlace
  readonly #procsFile: string

  /** `cgroup` is where its members are listed. */
  constructor(place: UnitPlace, cgroup = '') {
    this.#place = place
    this.#procsFile = `${cgroup}/cgroup.procs`
  }

  read(): ProcessUsage | null {
    const read = counterReader(this.#place)
    const pids = (readOrNull(this.#procsFile) ?? '').split('\n').filter(line => line !== '')
    const members = pids.filter(pid => Number(pid) !== this.#place.holderPid)
    if (members.length === 0) return null
    const counted = {
      cpuSeconds: cpuSeconds(read),
      memoryBytes: memoryBytes(read),
      memoryLimitBytes: memoryLimitBytes(read),
      blockReadBytes: ioBytes(read, 'read'),
      blockWriteBytes: ioBytes(read, 'write'),
    }
    const measured = Object.entries(counted).filter(([, value]) => value !== null)
    return { ...Object.fromEntries(measured), pids: members.length }
  }
}

export function readMemoryKills(place: UnitPlace): number {
  return memoryKills(counterReader(place)) ?? 0
}

function counterReader({ cgroups }: UnitPlace): ReadCounter {
  return (controller, file) => {
    const folder = cgroups[controller]
    return folder === undefined ? null : readOrNull(`${folder}/${file}`)
  }
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}
