// What the daemon does with its game servers when it starts: finds those that run, cleans up after interrupted
// installations, and starts after a reboot what shall run by itself.

import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { SupervisorDeps } from './lifecycle/supervised.ts'
import type { Supervisor } from './supervisor.ts'

const bootFact = 'boot_id'
/** Games that are started by the daemon itself after a reboot, at the same time. */
const autostartLimit = 4
/** How often a process manager that did not answer is asked again what lives under it. */
const findAgainMs = 2_000

/** Gives the processes whose game server is not known here; `bootId` null where the kernel does not tell. */
export async function resumeGameServers(
  supervisors: readonly Supervisor[],
  bootId: string | null,
  deps: SupervisorDeps,
): Promise<RunningProcess[]> {
  const { store, processManagers } = deps
  const lastBootId = store.readFact(bootFact)
  const hasRebooted = lastBootId !== null && bootId !== null && lastBootId !== bootId
  const { running, unanswered } = await processManagers.adopt()
  const found = new Map(running.map(one => [one.id, one]))
  for (const supervisor of supervisors) {
    const manager = supervisor.record.definition.process_manager
    const own = found.get(supervisor.id) ?? null
    // Nothing outlives a restart of the machine; before one, a manager that is silent may still hold the game.
    if (own === null && !hasRebooted && unanswered.includes(manager)) adoptLater(supervisor, deps)
    else await supervisor.adopt(Promise.resolve(own), hasRebooted)
    found.delete(supervisor.id)
  }
  await cleanUpFolders(supervisors, deps)
  if (bootId !== null) store.writeFact(bootFact, bootId)
  if (hasRebooted) void autostart(supervisors, deps)
  return [...found.values()]
}

/** Its state stays as it was written, and its orders wait, until its process manager tells what lives. */
function adoptLater(supervisor: Supervisor, { clock, processManagers, log }: SupervisorDeps): void {
  const { process_manager } = supervisor.record.definition
  const find = async (): Promise<RunningProcess | null> => {
    for (;;) {
      await new Promise<void>(resolve => clock.after(findAgainMs, resolve))
      try {
        return (await processManagers.of(process_manager)?.find(supervisor.id)) ?? null
      } catch {
        // Asked again: it is not known yet.
      }
    }
  }
  void inBackground(log, supervisor.id, () => supervisor.adopt(find(), false))
}

async function cleanUpFolders(
  supervisors: readonly Supervisor[],
  { folders, log }: SupervisorDeps,
): Promise<void> {
  // Whatever is found beside it: the folder of what counts as installed is not touched.
  const open = supervisors.map(({ record }) => record).filter(({ installed }) => !installed)
  const ids = new Map(open.map(({ id, definition }) => [definition.uuid, id]))
  await folders
    .cleanUp(uuid => ids.get(uuid) ?? null)
    .catch((error: unknown) => {
      log.error({ err: error }, 'what an interrupted installation left could not be removed')
    })
}

/** What a person has stopped, or an administrator has suspended, stays stopped. */
async function autostart(supervisors: readonly Supervisor[], { log }: SupervisorDeps): Promise<void> {
  const waiting = supervisors.filter(({ record }) => {
    const { autostart, suspended } = record.definition
    const mayStart = record.installed && !suspended && ['stopped', 'crashed'].includes(record.state)
    return mayStart && autostart && record.wanted !== 'stopped'
  })
  const startInTurn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const supervisor = next
      await inBackground(log, supervisor.id, () =>
        supervisor.startByItself('started after the node was restarted'),
      )
    }
  }
  await Promise.all(Array.from({ length: autostartLimit }, startInTurn))
}

/** For what nobody waits for: a failure is written down. */
export async function inBackground(
  log: SupervisorDeps['log'],
  gameServerId: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ gameServerId, err: error }, 'something asked of a game server did not work')
  }
}
