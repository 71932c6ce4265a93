// What a template's databases mean for a game server: where each is made, and what its variables hold.

import type { DatabaseConnection } from '@rookery/contracts/database-connection.ts'
import type { DatabaseKind } from '@rookery/contracts/database-hosts.ts'
import type { TemplateDatabase } from '@rookery/contracts/template/databases.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { isForNode } from '../database-hosts/host-rules.ts'

type Asking = Pick<Template, 'databases'>
/** A secret one is no text. The variable with the name of a database is never secret. */
type Variables = Readonly<Record<string, unknown>>

interface Host {
  id: number
  kind: DatabaseKind
  maxDatabases: number | null
  nodeIds: readonly number[] | null
}

/** Of those with room for it the one with the fewest databases. */
export function chooseHost<Known extends Host>(
  { kinds }: TemplateDatabase,
  hosts: readonly Known[],
  counts: ReadonlyMap<number, number>,
  nodeId: number,
): Known | null {
  const countOf = ({ id }: Host) => counts.get(id) ?? 0
  const fit = hosts.filter(
    host =>
      isForNode(host, nodeId) &&
      kinds.includes(host.kind) &&
      (host.maxDatabases === null || countOf(host) < host.maxDatabases),
  )
  return fit.toSorted((a, b) => countOf(a) - countOf(b))[0] ?? null
}

export function variablesFor(
  { variables }: TemplateDatabase,
  { host, port, name, user, password }: DatabaseConnection,
): Record<string, string> {
  return {
    [variables.host]: host,
    [variables.port]: String(port),
    [variables.name]: name,
    [variables.user]: user,
    [variables.password]: password,
  }
}

/** What the game uses this database as; null: its template does not ask for it. */
export function usedAs({ databases = [] }: Asking, values: Variables, name: string): TemplateDatabase | null {
  return databases.find(({ variables }) => values[variables.name] === name) ?? null
}

/** Whose place a database takes that people create: it is called so, fits, and nothing is there. */
export function takesPlaceOf(
  { databases = [] }: Asking,
  values: Variables,
  { label, kind }: { label: string; kind: DatabaseKind },
  present: readonly string[],
): TemplateDatabase | null {
  const asked = databases.find(({ name }) => name === label.trim().toLowerCase())
  if (!asked?.kinds.includes(kind)) return null
  return present.some(name => values[asked.variables.name] === name) ? null : asked
}
