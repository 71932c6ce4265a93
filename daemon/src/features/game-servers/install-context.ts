// Gives an installation its context: the folder, and programs that are started the way the game itself is.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { InstallPlace } from './game-server-folders.ts'
import { type LaunchDeps, launchOf, requireManager } from './launch-process.ts'
import type { InstallContext } from './logic/install-context.ts'

export function installContextOf(
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
