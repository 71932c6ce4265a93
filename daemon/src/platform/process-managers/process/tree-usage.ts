// What a game uses over all of its processes: told by its control group where there is one, else summed from /proc.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDead } from '../../../keeper/process-stat.ts'
import { CarriedTotal, MonotonicTotal } from '../../monotonic-total.ts'
import type { ProcessUsage } from '../process-manager.ts'
import type { TreeOf } from './end-tree.ts'
import { findInTable } from './process-table.ts'
import { type ProcessUse, readProcessIo, readProcessUse } from './process-use.ts'

/** Looks at one tree again and again; its totals never fall. It has no network of its own, so that is not measured. */
export class TreeUsage {
  readonly #tree: TreeOf
  readonly #cpuSeconds = new CarriedTotal()
  readonly #readBytes = new MonotonicTotal()
  readonly #writeBytes = new MonotonicTotal()

  constructor(tree: TreeOf) {
    this.#tree = tree
  }

  /** null when none of it lives. */
  read(): ProcessUsage | null {
    const { cgroup } = this.#tree
    const members = cgroup === undefined ? findInTable(this.#tree) : groupMembers(cgroup)
    const living = members.filter(member => !isDead(member))
    if (living.length === 0) return null
    const summed = this.#cpuSeconds.update(sumOf(members, ({ cpuSeconds }) => cpuSeconds))
    return {
      cpuSeconds: (cgroup === undefined ? null : groupCpuSeconds(cgroup)) ?? summed,
      memoryBytes:
        (cgroup === undefined ? null : groupMemoryBytes(cgroup)) ??
        sumOf(living, ({ memoryBytes }) => memoryBytes),
      pids: living.length,
      ...this.#blockIo(living),
    }
  }

  #blockIo(living: ProcessUse[]): Pick<ProcessUsage, 'blockReadBytes' | 'blockWriteBytes'> {
    const { cgroup } = this.#tree
    const counted = (cgroup === undefined ? null : groupIo(cgroup)) ?? processIo(living)
    if (counted === null) return {}
    return {
      blockReadBytes: this.#readBytes.update(counted.read),
      blockWriteBytes: this.#writeBytes.update(counted.write),
    }
  }
}

interface CountedIo {
  read: Map<string, number>
  write: Map<string, number>
}

/** null when one of them cannot be looked at: a part of the sum would be no truth. */
function processIo(living: ProcessUse[]): CountedIo | null {
  const counted: CountedIo = { read: new Map(), write: new Map() }
  for (const { pid, startTicks } of living) {
    const io = readProcessIo(pid)
    if (io === null) {
      if (isDead(readProcessUse(pid))) continue
      return null
    }
    counted.read.set(`${pid}-${startTicks}`, io.readBytes)
    counted.write.set(`${pid}-${startTicks}`, io.writeBytes)
  }
  return counted
}

function groupMembers(cgroup: string): ProcessUse[] {
  const pids = (readOrNull(join(cgroup, 'cgroup.procs')) ?? '').split('\n').filter(line => line !== '')
  return pids.map(pid => readProcessUse(Number(pid))).filter(use => use !== null)
}

/** The files of a controller exist only where it is switched on for this group. */
function groupCpuSeconds(cgroup: string): number | null {
  const microseconds = /^usage_usec (\d+)$/m.exec(readOrNull(join(cgroup, 'cpu.stat')) ?? '')?.[1]
  return microseconds === undefined ? null : Number(microseconds) / 1_000_000
}

/** Without what the kernel merely keeps of files that were read, and gives back when memory is wanted. */
function groupMemoryBytes(cgroup: string): number | null {
  const current = readOrNull(join(cgroup, 'memory.current'))
  if (current === null) return null
  const inactive = /^inactive_file (\d+)$/m.exec(readOrNull(join(cgroup, 'memory.stat')) ?? '')?.[1]
  return Math.max(0, Number(current) - Number(inactive ?? 0))
}

function groupIo(cgroup: string): CountedIo | null {
  const text = readOrNull(join(cgroup, 'io.stat'))
  if (text === null) return null
  const counted: CountedIo = { read: new Map(), write: new Map() }
  for (const [, device = '', read, write] of text.matchAll(/^(\S+) .*?rbytes=(\d+) wbytes=(\d+)/gm)) {
    counted.read.set(device, Number(read))
    counted.write.set(device, Number(write))
  }
  return counted
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}

function sumOf(members: readonly ProcessUse[], value: (member: ProcessUse) => number): number {
  return members.reduce((sum, member) => sum + value(member), 0)
}
