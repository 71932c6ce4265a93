// The list of all migrations, imported one by one so that a bundled program carries them. Names order them; an
// applied one is never edited. Expand first, contract a release later.

import type { Migration } from 'kysely/migration'
import * as people from './0001-people.ts'
import * as nodesAndGameServers from './0002-nodes-and-game-servers.ts'
import * as tasks from './0003-tasks.ts'
import * as panelState from './0004-panel-state.ts'
import * as games from './0005-games.ts'
import * as files from './0006-files.ts'
import * as plugins from './0007-plugins.ts'
import * as activity from './0008-activity.ts'
import * as largeInstallations from './0009-large-installations.ts'
import * as identity from './0010-identity.ts'
import * as placement from './0011-placement.ts'
import * as pluginGrants from './0012-plugin-grants.ts'
import * as gameServerSearch from './0013-game-server-search.ts'
import * as taskAudit from './0014-task-audit.ts'
import * as certificateAge from './0016-certificate-age.ts'
import * as localCommands from './0017-local-commands.ts'
import * as nodeUpgrades from './0019-node-upgrades.ts'
import * as nodeRefusals from './0021-node-refusals.ts'

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people': people,
  '0002-nodes-and-game-servers': nodesAndGameServers,
  '0003-tasks': tasks,
  '0004-panel-state': panelState,
  '0005-games': games,
  '0006-files': files,
  '0007-plugins': plugins,
  '0008-activity': activity,
  '0009-large-installations': largeInstallations,
  '0010-identity': identity,
  '0011-placement': placement,
  '0012-plugin-grants': pluginGrants,
  '0013-game-server-search': gameServerSearch,
  '0014-task-audit': taskAudit,
  '0016-certificate-age': certificateAge,
  '0017-local-commands': localCommands,
  '0019-node-upgrades': nodeUpgrades,
  '0021-node-refusals': nodeRefusals,
}
