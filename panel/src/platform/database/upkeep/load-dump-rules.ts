// What stands in the way of loading a dump, in sentences that say what to do.

import type { DatabaseAddress } from '../remote/database-url.ts'

export interface Occupation {
  /** Names of the tables in the database. */
  tables: readonly string[]
  /** Those that a panel of this version makes. */
  panelTables: ReadonlySet<string>
  /** A panel has noted its changes of the schema in it. */
  hasPanelHistory: boolean
  /** Other programs that are connected to it. */
  connections: number
  mayReplace: boolean
}

type Place = Pick<DatabaseAddress, 'host' | 'port' | 'database'>

const namedTables = 3

/** Null: the dump may be loaded. */
export function loadObstacle(place: Place, occupation: Occupation): string | null {
  const { tables, panelTables, hasPanelHistory, connections, mayReplace } = occupation
  if (tables.length === 0) return null
  const where = `The database "${place.database}" at ${place.host}:${place.port}`
  const foreign = tables.filter(name => !panelTables.has(name))
  // A newer panel has tables that this one does not know.
  if (foreign.length > 0 && !hasPanelHistory) {
    const names = foreign.slice(0, namedTables).join(', ')
    return `${where} holds tables of another program (${names}${foreign.length > namedTables ? ', …' : ''}). Create an empty database for the panel and name it in DATABASE_URL.`
  }
  if (!mayReplace) {
    return `${where} is not empty: there are ${tables.length} tables of a panel in it. Name an empty database in DATABASE_URL; or replace what is there with --force, which keeps a dump of it; or leave it as it is with --keep-database, when only settings and secrets were lost.`
  }
  if (connections > 0) {
    return `${where} is in use: ${connections === 1 ? 'one connection is' : `${connections} connections are`} open to it. Stop every panel that works with it, then restore.`
  }
  return null
}

/** Programs say what they do not understand; what it means is a matter of versions. */
export function explainLoadFailure(program: string, complaints: string): string {
  const [own] = complaints.match(/unsupported version \([\d.]+\) in file header/) ?? []
  if (own) {
    return `${program} of this machine is older than the one that made the dump (${own}): install a newer client of PostgreSQL.`
  }
  if (/unrecognized configuration parameter/.test(complaints)) {
    return `The database server is older than ${program} or than the server that the dump comes from: use one of the same version or a newer one (${complaints}).`
  }
  if (/Unknown command '\\-'|sandbox mode/i.test(complaints)) {
    return `${program} of this machine is older than the mariadb-dump that made the dump: install a newer client of MariaDB.`
  }
  if (/Unknown collation|Unknown character set|Unknown storage engine/i.test(complaints)) {
    return `The database server is not of the kind or version that the dump comes from: use the same kind, in the same version or a newer one (${complaints}).`
  }
  return `${program} could not load the dump: ${complaints}`
}
