// The list of all migrations, imported one by one so that a bundled program carries them. Names order them; an
// applied one is never edited.
//
// Each says in `oldestSchema` the newest migration of the oldest panel that works on the database in spite of it. All
// migrations of one release name the newest one of the release before, so that people can go back one version without
// their database: they only add tables, indexes, and columns that are empty or have a default, and a panel takes an
// empty one for a row of the version before. What is no longer used is removed a release later. The conformance suite
// of databases checks the shape on each; docs/decisions/0030-upgrade-and-back.md has the reasons.

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
import * as loginSessions from './0022-login-sessions.ts'
import * as panelSettings from './0023-panel-settings.ts'
import * as nodeCapabilities from './0024-node-capabilities.ts'
import * as permissionPresets from './0025-permission-presets.ts'
import * as serverDescription from './0026-server-description.ts'
import * as installFailures from './0029-install-failures.ts'
import * as peopleInActivity from './0031-people-in-activity.ts'
import * as backups from './0032-backups.ts'
import * as trash from './0033-trash.ts'
import * as goingBack from './0034-going-back.ts'
import * as nodeKeys from './0035-node-keys.ts'
import * as serviceAccounts from './0036-service-accounts.ts'
import * as events from './0038-events.ts'
import * as lastSeen from './0040-last-seen.ts'
import * as idempotentRequests from './0041-idempotent-requests.ts'
import * as bulkActions from './0042-bulk-actions.ts'
import * as disabledWebhooks from './0043-disabled-webhooks.ts'
import * as owners from './0044-owners.ts'
import * as plans from './0045-plans.ts'
import * as externalIds from './0047-external-ids.ts'
import * as databaseHosts from './0048-database-hosts.ts'
import * as nodePlacement from './0049-node-placement.ts'
import * as suspension from './0053-suspension.ts'
import * as serverDatabases from './0054-server-databases.ts'

export interface PanelMigration extends Migration {
  oldestSchema: string
}

export const migrations: Readonly<Record<string, PanelMigration>> = {
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
  '0022-login-sessions': loginSessions,
  '0023-panel-settings': panelSettings,
  '0024-node-capabilities': nodeCapabilities,
  '0025-permission-presets': permissionPresets,
  '0026-server-description': serverDescription,
  '0029-install-failures': installFailures,
  '0031-people-in-activity': peopleInActivity,
  '0032-backups': backups,
  '0033-trash': trash,
  '0034-going-back': goingBack,
  '0035-node-keys': nodeKeys,
  '0036-service-accounts': serviceAccounts,
  '0038-events': events,
  '0040-last-seen': lastSeen,
  '0041-idempotent-requests': idempotentRequests,
  '0042-bulk-actions': bulkActions,
  '0043-disabled-webhooks': disabledWebhooks,
  '0044-owners': owners,
  '0045-plans': plans,
  '0047-external-ids': externalIds,
  '0048-database-hosts': databaseHosts,
  '0049-node-placement': nodePlacement,
  '0053-suspension': suspension,
  '0054-server-databases': serverDatabases,
}
