// Whether a game that runs by one definition would be started just so by another: then it need not be restarted.

import type { GameServerDefinition } from './game-server-definition.ts'

export function isSameRun(one: GameServerDefinition, other: GameServerDefinition): boolean {
  return JSON.stringify(whatARunIsMadeOf(one)) === JSON.stringify(whatARunIsMadeOf(other))
}

function whatARunIsMadeOf(definition: GameServerDefinition) {
  const { process_manager, command, environment, config_files, limits, ports, container } = definition
  return { process_manager, command, environment, config_files, limits, ports, container }
}
