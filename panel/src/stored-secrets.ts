// Every secret of the database in one list: seals what is still plain once there is a key, and names what cannot be read.

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { Config } from './config/config.ts'
import { fitToKey } from './config/logic/fitted-key.ts'
import { driverOf } from './platform/database/portable.ts'
import type { Schema } from './platform/database/schema.ts'
import type { Log } from './platform/log.ts'
import { spareName } from './platform/panel-secret-store.ts'
import {
  createOptionalSecretBox,
  createSecretBox,
  derivedKey,
  isSealed,
  keyOf,
  type SecretBox,
} from './platform/secret-box.ts'

export interface SecretKeys {
  /** Of ENCRYPTION_KEY; null where it is not set. */
  encryptionKey: Buffer | null
  sessionKey: Uint8Array
}

export function secretKeysOf({ encryptionKey, auth }: Pick<Config, 'encryptionKey' | 'auth'>): SecretKeys {
  return {
    encryptionKey: encryptionKey ? keyOf(encryptionKey.reveal()) : null,
    sessionKey: fitToKey(auth.secret.reveal()),
  }
}

/** Each kind of secret has its box: without ENCRYPTION_KEY some are sealed with a key made from AUTH_SECRET. */
export function secretBoxesOf({ encryptionKey, sessionKey }: SecretKeys) {
  const derived = (purpose: string) => createSecretBox(derivedKey(sessionKey, purpose))
  const fromSession = derived('plugin settings')
  return {
    /** RCON passwords, secret variables, connection and backup passwords, the certificate authority. */
    general: createOptionalSecretBox(encryptionKey),
    /** A second copy of the certificate authority: a change of one key must not cut off every node. */
    spareAuthority: derived('certificate authority'),
    twoFactor: encryptionKey ? createSecretBox(encryptionKey) : derived('two-factor secrets'),
    pluginSettings: encryptionKey ? createSecretBox(encryptionKey) : fromSession,
    /** What plugin settings were sealed with before ENCRYPTION_KEY was set. */
    formerPluginSettings: encryptionKey ? fromSession : null,
    /** For a day, and rebuilt where it cannot be opened. */
    idempotentAnswers: encryptionKey ? createSecretBox(encryptionKey) : derived('idempotent answers'),
    /** Stored nowhere: what instances tell each other, and what nodes are given for an SFTP session. */
    instanceMessages: derived('messages between instances'),
    sftpSessions: derived('SFTP sessions'),
  }
}

export type SecretBoxes = ReturnType<typeof secretBoxesOf>

interface StoredText {
  /** Named for people. */
  name: string
  text: string
  box: SecretBox
  /** Opens what was sealed before there was a key. */
  former?: SecretBox | null
}

/** A column of one row; `text` is all of it, so that it is replaced only as it was read. */
interface SecretColumn {
  table:
    | 'nodes'
    | 'game_servers'
    | 'deleted_game_servers'
    | 'plugins'
    | 'users'
    | 'backup_storages'
    | 'backup_node_keys'
    | 'backup_repositories'
    | 'database_hosts'
    | 'server_databases'
    | 'webhooks'
  column:
    | 'connection_password'
    | 'rcon_password'
    | 'variables'
    | 'record'
    | 'settings'
    | 'two_factor_secret'
    | 'secret'
    | 'recovery_key'
    | 'password'
    | 'next_password'
    | 'url'
  id: number
  text: string
  secrets: StoredText[]
  /** Named for people: what cannot be read although no key is missing. */
  damage?: string
  /** TOTP secrets are never sealed anew (5.9.4): whoever held them with another key enrolls again. */
  isReportedOnly?: true
  replaced(sealed: ReadonlyMap<string, string>): string
}

/** Of any version: the rest of what describes them does not matter here. */
const describedVariables = z.object({
  variables: z.array(z.object({ name: z.string(), secret: z.boolean().optional() })).default([]),
})
const describedSettings = z.object({
  settings: z.array(z.object({ name: z.string(), kind: z.string() })).default([]),
})
const storedTexts = z.record(z.string(), z.string().nullable())

const rowsAtOnce = 500

/** In one line of the log; the count is always whole. */
const mostNamed = 20

/** Seals with ENCRYPTION_KEY what is not; safe beside other instances and beside people who change things. */
export async function sealStoredSecrets(
  db: Kysely<Schema>,
  keys: SecretKeys,
  log: Pick<Log, 'info'>,
): Promise<void> {
  if (keys.encryptionKey === null) return
  let sealedCount = 0
  for await (const column of secretColumns(db, secretBoxesOf(keys))) {
    if (column.isReportedOnly) continue
    const plain = column.secrets.flatMap(({ name, text, box, former }) => {
      const opened = isSealed(text) ? (former?.open(text) ?? null) : text
      return opened === null || opened === '' ? [] : [[name, box.seal(opened)] as const]
    })
    if (plain.length === 0) continue
    if (sealedCount === 0) await overwriteOnUpdate(db)
    if (await replace(db, column, column.replaced(new Map(plain)))) sealedCount += plain.length
  }
  if (sealedCount === 0) return
  await emptyWriteAheadLog(db)
  log.info(
    { count: sealedCount },
    'secrets that were stored in plain text are sealed with ENCRYPTION_KEY now',
  )
}

/** One line each, such as `server Arena: the RCON password`. */
export async function findUnreadableSecrets(db: Kysely<Schema>, keys: SecretKeys): Promise<string[]> {
  const found = await unreadableAuthorities(db, secretBoxesOf(keys))
  for await (const { secrets, damage } of secretColumns(db, secretBoxesOf(keys))) {
    if (damage !== undefined) found.push(damage)
    const lost = secrets.filter(
      ({ text, box, former }) => isSealed(text) && (box.open(text) ?? former?.open(text) ?? null) === null,
    )
    found.push(...lost.map(({ name }) => name))
  }
  return found
}

/** At every start, so that nobody has to find it out one by one. */
export async function reportUnreadableSecrets(
  db: Kysely<Schema>,
  keys: SecretKeys,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const secrets = await findUnreadableSecrets(db, keys)
  if (secrets.length === 0) return
  log.error(
    { count: secrets.length, secrets: secrets.slice(0, mostNamed) },
    'ENCRYPTION_KEY is missing or is not the one that sealed these secrets: restore it and start again, or set each of them again',
  )
}

async function unreadableAuthorities(
  db: Kysely<Schema>,
  { general, spareAuthority }: SecretBoxes,
): Promise<string[]> {
  const rows = await db.selectFrom('panel_secrets').selectAll().execute()
  const spares = new Map(rows.map(({ name, value }) => [name, spareAuthority.open(value)]))
  const lost = rows.filter(
    ({ name, value }) =>
      // With an @: a spare, or made beside an unreadable one for the key that it names.
      !name.includes('@') &&
      isSealed(value) &&
      general.open(value) === null &&
      (spares.get(spareName(name)) ?? null) === null,
  )
  return lost.map(({ name }) => `the panel: ${name} (every node must be enrolled again)`)
}

async function replace(db: Kysely<Schema>, column: SecretColumn, text: string): Promise<boolean> {
  const { table, column: name, id } = column
  const result = await db
    .updateTable(table)
    .set({ [name]: text })
    .where('id', '=', id)
    .where(sql.ref(name), '=', column.text)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Else SQLite leaves the former text in the unused rest of its pages. */
async function overwriteOnUpdate(db: Kysely<Schema>): Promise<void> {
  if (driverOf(db) === 'sqlite') await sql`pragma secure_delete = on`.execute(db)
}

async function emptyWriteAheadLog(db: Kysely<Schema>): Promise<void> {
  if (driverOf(db) !== 'sqlite') return
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await sql`pragma secure_delete = off`.execute(db)
}

async function* secretColumns(db: Kysely<Schema>, boxes: SecretBoxes): AsyncGenerator<SecretColumn> {
  yield* ofNodes(db, boxes.general)
  yield* ofGameServers(db, boxes.general)
  yield* ofDeletedServers(db, boxes.general)
  yield* ofBackups(db, boxes.general)
  yield* ofDatabaseHosts(db, boxes.general)
  yield* ofDatabases(db, boxes.general)
  yield* ofWebhooks(db, boxes.general)
  yield* ofPlugins(db, boxes)
  yield* ofUsers(db, boxes.twoFactor)
}

async function* ofNodes(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const query = db.selectFrom('nodes').select(['id', 'name', 'connection_password as text'])
  for (const { id, name, text } of await query.where('connection_password', 'is not', null).execute()) {
    yield whole('nodes', 'connection_password', id, `node ${name}: the connection password`, text ?? '', box)
  }
}

async function* ofGameServers(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const templates = await db.selectFrom('templates').select(['id', 'definition']).execute()
  const secretNames = new Map(templates.map(({ id, definition }) => [id, secretVariables(definition)]))
  for await (const row of inPages(last =>
    db
      .selectFrom('game_servers')
      .select(['id', 'name', 'template_id', 'rcon_password', 'variables'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  )) {
    const server = `server ${row.name}`
    const password = row.rcon_password ?? ''
    yield whole('game_servers', 'rcon_password', row.id, `${server}: the RCON password`, password, box)
    const values = parseJsonOrNull(storedTexts, row.variables)
    if (!values) {
      yield damaged('game_servers', 'variables', row.id, `${server}: all variables (damaged)`, row.variables)
      continue
    }
    const isSecret = (name: string) =>
      secretNames.get(row.template_id)?.has(name) || isSealed(values[name] ?? '')
    const named = Object.keys(values).filter(isSecret)
    yield someOf('game_servers', 'variables', row, { text: row.variables, values }, named, name => ({
      name: `${server}: variable ${name}`,
      text: values[name] ?? '',
      box,
    }))
  }
}

async function* ofDeletedServers(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const query = db.selectFrom('deleted_game_servers').select(['id', 'name', 'record'])
  for (const { id, name, record } of await query.execute()) {
    yield whole('deleted_game_servers', 'record', id, `deleted server ${name}: all of it`, record, box)
  }
}

async function* ofBackups(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const storages = db.selectFrom('backup_storages').select(['id', 'name', 'secret', 'recovery_key'])
  for (const { id, name, secret, recovery_key } of await storages.execute()) {
    const storage = `backup storage ${name}`
    yield whole('backup_storages', 'secret', id, `${storage}: the secret`, secret, box)
    const recovery = `${storage}: the recovery key (backups that are there can still be restored with its sheet)`
    yield whole('backup_storages', 'recovery_key', id, recovery, recovery_key, box)
  }
  const nodeKeys = db
    .selectFrom('backup_node_keys')
    .innerJoin('backup_storages', 'backup_storages.id', 'backup_node_keys.storage_id')
    .innerJoin('nodes', 'nodes.id', 'backup_node_keys.node_id')
    .select(['backup_node_keys.id', 'backup_storages.name', 'nodes.name as node', 'backup_node_keys.secret'])
  for (const { id, name, node, secret } of await nodeKeys.execute()) {
    yield whole('backup_node_keys', 'secret', id, `backup storage ${name}: the key of ${node}`, secret, box)
  }
  for await (const { id, server_uuid, password } of inPages(last =>
    db
      .selectFrom('backup_repositories')
      .select(['id', 'server_uuid', 'password'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  )) {
    const name = `backups of ${server_uuid}: the password (the recovery key of the storage still opens them)`
    yield whole('backup_repositories', 'password', id, name, password, box)
  }
}

async function* ofDatabaseHosts(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const query = db.selectFrom('database_hosts').select(['id', 'name', 'password'])
  for (const { id, name, password } of await query.execute()) {
    yield whole('database_hosts', 'password', id, `database host ${name}: the password`, password, box)
  }
}

async function* ofDatabases(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  for await (const { id, name, password, next_password } of inPages(last =>
    db
      .selectFrom('server_databases')
      .select(['id', 'name', 'password', 'next_password'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  )) {
    yield whole('server_databases', 'password', id, `database ${name}: the password`, password, box)
    if (next_password === null) continue
    const next = `database ${name}: the next password`
    yield whole('server_databases', 'next_password', id, next, next_password, box)
  }
}

async function* ofWebhooks(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const query = db.selectFrom('webhooks').select(['id', 'name', 'url', 'secret'])
  for (const { id, name, url, secret } of await query.execute()) {
    yield whole('webhooks', 'url', id, `webhook ${name}: the address`, url, box)
    yield whole('webhooks', 'secret', id, `webhook ${name}: the secret`, secret, box)
  }
}

async function* ofPlugins(db: Kysely<Schema>, boxes: SecretBoxes): AsyncGenerator<SecretColumn> {
  for (const row of await db.selectFrom('plugins').select(['id', 'slug', 'manifest', 'settings']).execute()) {
    const described = parseJsonOrNull(describedSettings, row.manifest)
    const values = parseJsonOrNull(storedTexts, row.settings)
    if (!described || !values) {
      yield damaged('plugins', 'settings', row.id, `plugin ${row.slug}: all settings (damaged)`, row.settings)
      continue
    }
    const named = described.settings.filter(({ kind, name }) => kind === 'secret' && values[name])
    const names = named.map(({ name }) => name)
    yield someOf('plugins', 'settings', row, { text: row.settings, values }, names, name => ({
      name: `plugin ${row.slug}: setting ${name}`,
      text: values[name] ?? '',
      box: boxes.pluginSettings,
      former: boxes.formerPluginSettings,
    }))
  }
}

async function* ofUsers(db: Kysely<Schema>, box: SecretBox): AsyncGenerator<SecretColumn> {
  const query = db.selectFrom('users').select(['id', 'login', 'two_factor_secret as text'])
  for (const { id, login, text } of await query.where('two_factor_secret', 'is not', null).execute()) {
    const name = `user ${login}: the two-factor secret (a recovery code still signs in)`
    yield { ...whole('users', 'two_factor_secret', id, name, text ?? '', box), isReportedOnly: true }
  }
}

function secretVariables(definition: string): Set<string> {
  const { variables } = parseJsonOrNull(describedVariables, definition) ?? { variables: [] }
  return new Set(variables.filter(({ secret }) => secret).map(({ name }) => name))
}

async function* inPages<Row extends { id: number }>(
  read: (lastId: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsAtOnce) return
  }
}

/** The column is the secret. */
function whole(
  table: SecretColumn['table'],
  column: SecretColumn['column'],
  id: number,
  name: string,
  text: string,
  box: SecretBox,
): SecretColumn {
  const secrets = [{ name, text, box }]
  return { table, column, id, text, secrets, replaced: sealed => sealed.get(name) ?? text }
}

/** What stands there is left as it is, and named. */
function damaged(
  table: SecretColumn['table'],
  column: SecretColumn['column'],
  id: number,
  damage: string,
  text: string,
): SecretColumn {
  return { table, column, id, text, damage, secrets: [], replaced: () => text }
}

/** The column is an object in JSON with secrets among its values. */
function someOf(
  table: SecretColumn['table'],
  column: SecretColumn['column'],
  { id }: { id: number },
  { text, values }: { text: string; values: z.output<typeof storedTexts> },
  names: string[],
  describe: (name: string) => StoredText,
): SecretColumn {
  const described = names.map(name => ({ key: name, secret: describe(name) }))
  return {
    table,
    column,
    id,
    text,
    secrets: described.map(({ secret }) => secret),
    replaced(sealed) {
      const changed = described.flatMap(({ key, secret }) => {
        const value = sealed.get(secret.name)
        return value === undefined ? [] : [[key, value]]
      })
      return JSON.stringify({ ...values, ...Object.fromEntries(changed) })
    },
  }
}
