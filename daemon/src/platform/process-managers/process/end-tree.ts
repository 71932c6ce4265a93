// Ends everything that a game has started, also what left its group or session: by cgroup, by its own user, by its mark.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { isDead, type ProcessStat, readProcessStat } from '../../../keeper/process-stat.ts'
import { ProcessError } from '../process-manager.ts'
import { cgroupMembers, killCgroup, removeCgroup } from './cgroups.ts'
import { processesOfUser, processesWithMark, signalProcess } from './process-members.ts'

const limitMs = 15_000
const againMs = 10
/** So often, and so few, are ended one by one; what outruns that is ended in a single call of the kernel. */
const roundsOneByOne = 3
const fewMembers = 50

/** Takes the user's identity first: kill(-1) then reaches that user's processes, and spares the caller. */
const takeIdentityAndKill = `
  const uid = Number(process.argv[1])
  process.setgroups([])
  process.setgid(uid)
  process.setuid(uid)
  if (process.getuid() === uid && process.geteuid() === uid) process.kill(-1, 'SIGKILL')
`

/** What is known about where the processes of a game can be found; the keeper keeps it as JSON, for later daemons. */
export const treeOf = z.object({
  /** The whole NAME=value that every process began with. */
  mark: z.string(),
  cgroup: z.string().exactOptional(),
  /** Only a user that nobody else runs under: all its processes belong to this game. */
  ownUid: z.int().exactOptional(),
  leader: z.object({ pid: z.int(), startTicks: z.int() }).exactOptional(),
  /** Where systemd keeps it. */
  unit: z
    .object({
      name: z.string(),
      /** The process that keeps the unit in being while the game comes and goes. */
      holderPid: z.int(),
      /** Its control group in each hierarchy that has one: by controller, '' is the unified one. */
      cgroups: z.record(z.string(), z.string()),
    })
    .exactOptional(),
})
export type TreeOf = z.output<typeof treeOf>
export type UnitPlace = NonNullable<TreeOf['unit']>

export async function treeMembers(tree: TreeOf): Promise<ProcessStat[]> {
  const found = new Map<number, ProcessStat>()
  const add = (stats: (ProcessStat | null)[]) => {
    for (const stat of stats) if (stat !== null && !isDead(stat)) found.set(stat.pid, stat)
  }
  if (tree.cgroup !== undefined) add((await cgroupMembers(tree.cgroup)).map(readProcessStat))
  if (tree.ownUid !== undefined) add(await processesOfUser(tree.ownUid))
  if (tree.cgroup === undefined && tree.ownUid === undefined) {
    add(await processesWithMark(tree.mark, livingLeader(tree)))
  }
  return [...found.values()]
}

/** Resolves when none of it is alive; rejects, naming them, when some survive the limit. */
export async function endTree(tree: TreeOf): Promise<void> {
  const deadline = performance.now() + limitMs
  for (let round = 0; ; round += 1) {
    const members = await treeMembers(tree)
    if (members.length === 0) break
    if (performance.now() > deadline) {
      const pids = members.map(member => member.pid).slice(0, 10)
      throw new ProcessError('survives', `could not end all processes: ${pids.join(', ')} still alive`)
    }
    const isOneByOne = round < roundsOneByOne && members.length <= fewMembers
    await killOnce(tree, members, isOneByOne || tree.ownUid === undefined)
    await delay(againMs)
  }
  // Those of units are systemd's own to remove.
  if (tree.cgroup !== undefined && tree.unit === undefined) removeCgroup(tree.cgroup)
}

/** Twice, because something may be born between looking and acting. */
export async function signalTree(tree: TreeOf, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const member of await treeMembers(tree)) signalProcess(member, signal)
  }
}

async function killOnce(tree: TreeOf, members: ProcessStat[], isOneByOne: boolean): Promise<void> {
  if (tree.cgroup !== undefined) await killCgroup(tree.cgroup).catch(() => {})
  if (isOneByOne) {
    // Stopped ones cannot fork while the others are being killed.
    for (const member of members) signalProcess(member, 'SIGSTOP')
    for (const member of members) signalProcess(member, 'SIGKILL')
  } else if (tree.ownUid !== undefined && (await processesOfUser(tree.ownUid)).length > 0) {
    await killUser(tree.ownUid)
  }
}

/**
 * Kills everything that runs under one user id in a single call of the kernel, which no fork can outrun. Needs root;
 * refuses ids of system users, where a mistake would end the machine's own processes.
 */
async function killUser(uid: number): Promise<void> {
  if (!Number.isInteger(uid) || uid < 1000) throw new Error(`user id ${uid} is not one of a game`)
  const child = spawn(process.execPath, ['-e', takeIdentityAndKill, String(uid)], {
    stdio: 'ignore',
    env: {},
    cwd: '/',
  })
  await once(child, 'exit')
}

function livingLeader(tree: TreeOf): ProcessStat | null {
  if (tree.leader === undefined) return null
  const stat = readProcessStat(tree.leader.pid)
  return isDead(stat) || stat?.startTicks !== tree.leader.startTicks ? null : stat
}
