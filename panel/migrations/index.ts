// The list of all migrations, imported one by one so that a bundled program carries them. Names order them; an
// applied one is never edited. Expand first, contract a release later.

import type { Migration } from 'kysely/migration'
import * as people from './0001-people.ts'
import * as nodesAndGameServers from './0002-nodes-and-game-servers.ts'
import * as tasks from './0003-tasks.ts'
import * as panelState from './0004-panel-state.ts'
import * as games from './0005-games.ts'

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people': people,
  '0002-nodes-and-game-servers': nodesAndGameServers,
  '0003-tasks': tasks,
  '0004-panel-state': panelState,
  '0005-games': games,
}
