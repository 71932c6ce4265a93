// A bridge and addresses for the containers of one test, which clash with no real network and no other test.

import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { isAlive } from './temporary-folder.ts'

const run = promisify(execFile)
const namePattern = /^rk(\d+)x\d+$/

export interface TestNetwork {
  /** Carries the id of this process, so that a later run finds what a killed one has left. */
  bridge: string
  /** First three numbers of its 256 addresses. */
  prefix: string
}

/** 198.18.0.0/15 is reserved for tests of networks: nothing real uses it. */
export function chooseTestNetwork(): TestNetwork {
  const taken = Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? [])
  for (;;) {
    const prefix = `198.${18 + randomInt(2)}.${randomInt(256)}`
    const bridge = `rk${process.pid}x${randomInt(10_000)}`
    if (!taken.some(address => address.startsWith(`${prefix}.`))) return { bridge, prefix }
  }
}

export async function createBridge({ bridge, prefix }: TestNetwork): Promise<string> {
  await removeAbandonedBridges()
  await run('ip', ['link', 'add', 'name', bridge, 'type', 'bridge'])
  await run('ip', ['addr', 'add', `${prefix}.1/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])
  return bridge
}

export async function removeBridge(name: string): Promise<void> {
  await run('ip', ['link', 'del', name]).catch(() => {})
}

export async function removeAbandonedBridges(): Promise<void> {
  for (const name of readdirSync('/sys/class/net')) {
    const maker = namePattern.exec(name)?.[1]
    if (maker !== undefined && !isAlive(Number(maker))) await removeBridge(name)
  }
}
