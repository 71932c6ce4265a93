// Install: puts the files of a game server in place. Nothing counts as installed from its beginning until its end.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { InstallPlace } from '../game-server-folders.ts'
import { areFilesAsBefore, type InstallKind } from '../logic/action.ts'
import type { InstallContext } from '../logic/install-context.ts'
import { installFailureOf } from '../logic/install-failure.ts'
import { type LaunchDeps, launchOf, requireManager } from './launch-process.ts'
import type { Supervised } from './supervised.ts'

/** A reinstallation begins with an empty folder. */
export async function install(
  { id, machine, deps }: Supervised,
  kind: InstallKind,
  work: (context: InstallContext) => Promise<void>,
): Promise<void> {
  const wasInstalled = machine.record.installed
  const input = kind === 'update' ? 'update_began' : 'install_began'
  machine.move(input, { installed: false, restartAtMs: null })
  try {
    const { definition } = machine.record
    if (kind === 'reinstall') await deps.folders.remove(definition.uuid)
    await deps.folders.install(id, definition.uuid, place =>
      work(installContextOf(id, definition, place, deps)),
    )
  } catch (error) {
    const { message: reason } = error as Error
    const isAsBefore = kind === 'update' && wasInstalled && areFilesAsBefore(error)
    if (isAsBefore) machine.move('install_done', { installed: true, reason })
    else machine.move('install_broke', { reason, installFailure: installFailureOf(error, kind) })
    throw error
  }
  machine.move('install_done', { installed: true })
}

/** The folder, and programs that are started the way the game itself is. */
function installContextOf(
  gameServerId: number,
  definition: GameServerDefinition,
  place: InstallPlace,
  { processManagers, timeZone }: Pick<LaunchDeps, 'processManagers' | 'timeZone'>,
): InstallContext {
  const manager: InstallContext['manager'] = name => requireManager(processManagers, name)
  return {
    ...place,
    gameServerId,
    definition,
    manager,
    managersPresent: processManagers.present,
    start(argv, request) {
      const { folder: path, owner } = place
      const launch = launchOf(gameServerId, definition, [...argv], {
        path,
        uid: owner?.uid,
        timeZone,
        say: request.say,
      })
      // Ports are the game's: a program of its installation listens to nobody.
      const container = launch.container && { ...launch.container, ports: [] }
      return manager(request.manager ?? definition.process_manager).start({
        ...launch,
        ...(container && { container }),
      })
    },
  }
}
