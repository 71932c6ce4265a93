// The process manager over systemd: games in the keeper's ptys, each held to its limits by a transient unit of its own.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isDead, readProcessStat } from '../../../keeper/process-stat.ts'
import type { Confinement } from '../process/confinement.ts'
import { endTree, type TreeOf, type UnitPlace } from '../process/end-tree.ts'
import { type KeeperOptions, KeeperProcessManager } from '../process/keeper-process-manager.ts'
import { type Launch, LaunchError, ProcessError, type ProcessManager } from '../process-manager.ts'
import { unitCgroups } from './logic/unit-cgroups.ts'
import { unitProperties } from './logic/unit-properties.ts'
import { showUnit, startUnit, stopUnit } from './systemd-client.ts'
import { readMemoryKills, UnitUsage } from './unit-usage.ts'

const neededPrograms = ['systemd-run', 'systemctl', 'setpriv']
const programFolders = ['/usr/bin', '/bin']
/** No start takes longer. */
const startLimitMs = 45_000
/** Names the daemon that made the unit, as its process id and start time. */
const makerVariable = 'ROOKERY_UNIT_MAKER'

export type SystemdManagerOptions = KeeperOptions

/** The keeper must be another one than that of `process`: each manager adopts all that its keeper has. */
export function openSystemdManager(options: SystemdManagerOptions): ProcessManager {
  return new KeeperProcessManager('systemd', options, createUnits)
}

export function isSystemdPresent(): boolean {
  return whyNoSystemd() === null
}

/** Why game servers cannot run under systemd here, in words, or null. */
export function whyNoSystemd(
  uid = process.getuid?.(),
  /** There exactly while systemd runs the machine. */
  bootedFolder = '/run/systemd/system',
): string | null {
  if (!existsSync(bootedFolder)) return 'this machine was not started by systemd'
  if (uid !== 0) return 'the daemon does not run as root, and only root may start units of the system'
  const missing = neededPrograms.find(name => !programFolders.some(folder => existsSync(`${folder}/${name}`)))
  return missing === undefined ? null : `the program ${missing} is missing`
}

/**
 * The confinement of `systemd`: one transient unit per game, kept in being by a process that does nothing.
 *
 * A unit without a process is gone at once, and with it what the kernel has counted: whether memory ran out can then no
 * longer be told. So the unit's own program is `sleep infinity`; the launcher moves itself in beside it and becomes
 * the game, while the keeper stays its parent and sees how it ends.
 */
function createUnits(owner: string): Confinement {
  const unitName = (id: number) => `rookery-${owner}-${id}.service`
  return {
    async make(launch, tree) {
      const name = unitName(launch.id)
      try {
        await claimUnit(name, launch)
        return await moveInto(name, tree)
      } catch (error) {
        if (error instanceof LaunchError) throw error
        const cause = error instanceof Error ? error : new Error(String(error))
        throw new LaunchError('unavailable', cause.message, { cause })
      }
    },
    restore: (id, tree) => placeIn(unitName(id), tree),
    entrance: tree => ({
      cgroupProcsFiles: [...new Set(Object.values(placeOf(tree).cgroups))].map(
        folder => `${folder}/cgroup.procs`,
      ),
      noNewPrivileges: true,
    }),
    meter: tree => new UnitUsage(placeOf(tree), tree.cgroup),
    memoryKills: tree => readMemoryKills(placeOf(tree)),
    async end(tree) {
      // What systemd does not manage in its time is left to the kernel's own ways.
      await stopUnit(placeOf(tree).name).catch(() => {})
      await endTree(tree)
    },
    async remove(tree) {
      const { name } = placeOf(tree)
      await stopUnit(name).catch((cause: Error) => {
        throw new ProcessError('unavailable', `systemd did not stop the unit ${name}: ${cause.message}`, {
          cause,
        })
      })
    },
  }
}

/** The name is the claim: of two that start the same game at once, systemd lets one make the unit. */
async function claimUnit(name: string, launch: Launch): Promise<void> {
  const unit = {
    name,
    slice: 'rookery.slice',
    description: `Rookery game server ${launch.id}`,
    properties: [...unitProperties(launch.limits), `Environment=${makerVariable}=${makerOf(process.pid)}`],
    argv: ['/bin/sleep', 'infinity'],
  }
  if (await startUnit(unit)) return
  if (!(await isBeingStarted(name))) {
    // Left behind by a crash: its console is lost, so it must not run beside the new one.
    await stopUnit(name)
    if (await startUnit(unit)) return
  }
  throw new LaunchError('already_running', `process ${launch.id} is being started by another daemon`)
}

/** By a daemon that still lives, a moment ago. */
async function isBeingStarted(name: string): Promise<boolean> {
  const formatted = await showUnit(name, ['ActiveEnterTimestampMonotonic', 'Environment'])
  const maker = new RegExp(`${makerVariable}=((\\d+)-\\d+)`).exec(formatted.Environment ?? '')
  if (maker === null || makerOf(Number(maker[2])) !== maker[1]) return false
  const sinceMicroseconds = BigInt(formatted.ActiveEnterTimestampMonotonic || '0')
  const ageMs = Number(process.hrtime.bigint() / 1000n - sinceMicroseconds) / 1000
  return sinceMicroseconds === 0n || ageMs < startLimitMs
}

/** null when there is no such process. */
function makerOf(pid: number): string | null {
  const stat = readProcessStat(pid)
  return stat === null || isDead(stat) ? null : `${pid}-${stat.startTicks}`
}

async function moveInto(name: string, tree: TreeOf): Promise<TreeOf> {
  try {
    await endTree(tree)
    return await placeIn(name, tree)
  } catch (error) {
    await stopUnit(name)
    throw error
  }
}

/** Where the kernel keeps a unit that runs. */
async function placeIn(name: string, tree: TreeOf): Promise<TreeOf> {
  const holderPid = Number((await showUnit(name, ['MainPID'])).MainPID)
  const membership = await readFile(`/proc/${holderPid}/cgroup`, 'utf8')
  const cgroups = unitCgroups(name, membership, await readFile('/proc/self/mountinfo', 'utf8'))
  const cgroup = cgroups[''] ?? cgroups['name=systemd']
  if (cgroup === undefined) {
    throw new LaunchError(
      'unavailable',
      `the control groups of the unit ${name} are not visible to the daemon`,
    )
  }
  return { ...tree, cgroup, unit: { name, holderPid, cgroups } }
}

function placeOf({ unit }: TreeOf): UnitPlace {
  if (unit === undefined) throw new Error('this process was not started under systemd')
  return unit
}
