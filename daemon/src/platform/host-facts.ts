// What this node is: system, processor, memory, disk, addresses and the process managers it offers.

import { readFileSync, statfsSync } from 'node:fs'
import { arch, availableParallelism, networkInterfaces, platform, totalmem } from 'node:os'
import type { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'

export function readHostFacts(version: string, workPath: string, runtimes: readonly string[]): NodeFacts {
  const disk = statfsSync(workPath)
  return {
    version,
    os: readSystemName(),
    arch: arch(),
    runtimes: [...runtimes],
    ips: outwardAddresses(),
    workPath,
    cpuCores: availableParallelism(),
    memoryBytes: totalmem(),
    diskBytes: disk.blocks * disk.bsize,
  }
}

/** Changes with every boot of the machine; null where the kernel does not tell. */
export function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

function readSystemName(): string {
  try {
    const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
    return name ?? platform()
  } catch {
    return platform()
  }
}

/** Addresses that players could reach, IPv4 first; loopback and link-local ones are none. */
function outwardAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  const outward = all.filter(entry => !entry.internal && !entry.address.toLowerCase().startsWith('fe80:'))
  return outward.toSorted((a, b) => a.family.localeCompare(b.family)).map(entry => entry.address)
}
