// Nodes in the database: their names, what they told about themselves, and by what they are known.

import { type NodeCapability, nodeCapabilities } from '@rookery/contracts/daemon/capabilities.ts'
import { installMethods } from '@rookery/contracts/daemon/upgrade-answer.ts'
import { failedUpgrade, type Node, node as nodeShape } from '@rookery/contracts/http/nodes.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import {
  type AlsoCreate,
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
  toBoolean,
} from '../../platform/database/portable.ts'
import { prepareQuery, prepareShapes, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { totalOf } from '../../platform/database/windows.ts'
import type { StoredSecret } from '../../platform/secret.ts'
import { readSecret, type SecretBox, storedText } from '../../platform/secret-box.ts'
import {
  type ListedShape,
  type ListedValues,
  listedPlaces,
  listedQuery,
  type VisibleObjects,
} from '../access/logic/visible-objects.ts'
import { recountUsage } from '../plans/plans.ts'
import { type NodeRefusal, readRefusal } from './logic/node-refusal.ts'
import {
  type PlacementChange,
  placementColumns,
  placementOf,
  type StoredPlacement,
} from './stored-placement.ts'

export interface StoredNode extends StoredPlacement {
  id: number
  name: string
  enabled: boolean
  isEnrolled: boolean
  keyHash: string | null
  connectionPassword: StoredSecret | null
  certificateSerial: string | null
  nextCertificateSerial: string | null
  certificateValidFromMs: number | null
  ips: string[]
  workPath: string | null
  version: string | null
  os: string | null
  arch: string | null
  runtimes: string[]
  limits: Node['limits']
  sftp: Node['sftp']
  refusal: NodeRefusal | null
  installation: StoredInstallation | null
  /** What its daemon can do beyond the version before it (L21). */
  capabilities: NodeCapability[]
  lastSeenAtMs: number | null
  createdAtMs: number
}

export interface StoredIdentity {
  keyHash: string
  certificateSerial: string
  certificateValidFromMs: number
  connectionPassword: StoredSecret
}

export interface NodeChange extends PlacementChange {
  name?: string | undefined
  enabled?: boolean | undefined
  sftp?: { enabled?: boolean | undefined; port?: number | undefined } | undefined
}

/** What a node says of its own SFTP server. */
const sftpReport = nodeShape.shape.sftp.omit({ enabled: true, port: true })
export type SftpReport = z.output<typeof sftpReport>

/** What a node says of how its daemon was installed. */
const storedInstallation = z.object({
  method: z.enum(installMethods),
  packageName: z.string(),
  isAllowed: z.boolean(),
  isSupervised: z.boolean(),
  failed: failedUpgrade.nullable(),
})
export type StoredInstallation = z.output<typeof storedInstallation>

export type NodeFactsToStore = Pick<
  StoredNode,
  'ips' | 'workPath' | 'version' | 'os' | 'arch' | 'runtimes' | 'limits' | 'installation' | 'capabilities'
> & { highestGameServerId: number | null }

export type NodesStore = ReturnType<typeof createNodesStore>

/** `box` seals connection passwords; it leaves them as they are without ENCRYPTION_KEY (5.9.3). */
export function createNodesStore(db: Kysely<Schema>, box: SecretBox) {
  const nodeOf = (row: Selectable<Schema['nodes']>) => storedNodeOf(row, box)
  const findRow = prepareQuery(db, (at: ValueAt<number>) => {
    const id = at(one => one)
    return db.selectFrom('nodes').selectAll().where('id', '=', id)
  })
  const visibleRows = (shape: ListedShape, at: ValueAt<ListedValues>) =>
    db.selectFrom('nodes').where('id', ...listedPlaces(shape, at))
  const readPage = prepareShapes(db, (shape: ListedShape, at: ValueAt<ListedValues>) => {
    const [limit, offset] = [at(values => values.limit), at(values => values.offset)]
    const rows = visibleRows(shape, at).selectAll().orderBy('name').orderBy('id')
    return rows.limit(limit).offset(offset)
  })
  const count = prepareShapes(db, (shape: ListedShape, at: ValueAt<ListedValues>) =>
    visibleRows(shape, at).select(query => query.fn.countAll().as('total')),
  )
  return {
    async find(id: number): Promise<StoredNode | null> {
      const [row] = await findRow(id)
      return row ? nodeOf(row) : null
    },
    async findByName(name: string): Promise<StoredNode | null> {
      const row = await db
        .selectFrom('nodes')
        .selectAll()
        .where('name', '=', name)
        .orderBy('id')
        .executeTakeFirst()
      return row ? nodeOf(row) : null
    },
    async list(
      window: { limit: number; offset: number },
      visible: VisibleObjects,
    ): Promise<{ items: StoredNode[]; total: number }> {
      const { shape, values } = listedQuery(visible, window)
      const rows = await readPage(shape, values)
      const total = await totalOf(rows.length, window, async () => (await count(shape, values))[0])
      return { items: rows.map(nodeOf), total }
    },
    /** `also` is written together with it. */
    create: (name: string, nowMs: number, also?: AlsoCreate) =>
      inTransaction(db, async transaction => {
        const id = await insertReturningId(transaction, 'nodes', {
          name,
          ips: '[]',
          runtimes: '[]',
          limits: '{}',
          created_at: nowMs,
          updated_at: nowMs,
        })
        await also?.(transaction, id)
        return id
      }),
    /** `check` throws when the present one must stay. */
    change: (
      id: number,
      change: NodeChange,
      nowMs: number,
      { also, check }: { also: AlsoWrite; check?: ((present: StoredNode) => void) | undefined },
    ): Promise<void> =>
      inTransaction(db, async transaction => {
        const query = transaction.selectFrom('nodes').selectAll().where('id', '=', id)
        const row = await lockRows(transaction, query).executeTakeFirst()
        if (!row) return
        const present = nodeOf(row)
        check?.(present)
        const { name, enabled, sftp } = change
        await transaction
          .updateTable('nodes')
          .set({
            updated_at: nowMs,
            ...(name === undefined ? {} : { name }),
            ...(enabled === undefined ? {} : { enabled }),
            ...(sftp?.enabled === undefined ? {} : { sftp_enabled: sftp.enabled }),
            ...(sftp?.port === undefined ? {} : { sftp_port: sftp.port }),
            ...placementColumns(change, present.capacity),
          })
          .where('id', '=', id)
          .execute()
        await also(transaction)
      }),
    async setSftpState(id: number, state: SftpReport): Promise<void> {
      const sftp_state = JSON.stringify(state)
      await db.updateTable('nodes').set({ sftp_state }).where('id', '=', id).execute()
    },
    remove: (id: number, also?: AlsoWrite): Promise<void> =>
      inTransaction(db, async transaction => {
        const trash = transaction
          .selectFrom('deleted_game_servers')
          .select('owner_id')
          .where('node_id', '=', id)
        const owners = await trash.distinct().execute()
        await transaction.deleteFrom('nodes').where('id', '=', id).execute()
        await recountUsage(
          transaction,
          owners.map(({ owner_id }) => owner_id),
        )
        await also?.(transaction)
      }),
    setEnrollmentKey: (id: number, keyHash: string, expiresAtMs: number, also?: AlsoWrite): Promise<void> =>
      inTransaction(db, async transaction => {
        await transaction
          .updateTable('nodes')
          .set({ enrollment_key_hash: keyHash, enrollment_expires_at: expiresAtMs })
          .where('id', '=', id)
          .execute()
        await also?.(transaction)
      }),
    async findByEnrollmentKey(keyHash: string, nowMs: number): Promise<number | null> {
      const row = await db
        .selectFrom('nodes')
        .select('id')
        .where('enrollment_key_hash', '=', keyHash)
        .where('enrollment_expires_at', '>', nowMs)
        .executeTakeFirst()
      return row?.id ?? null
    },
    /** Spends the key and stores the identity in one conditional write: of many callers one gets true. */
    async spendEnrollmentKey(
      id: number,
      keyHash: string,
      identity: StoredIdentity,
      nowMs: number,
    ): Promise<boolean> {
      const result = await db
        .updateTable('nodes')
        .set({
          key_hash: identity.keyHash,
          certificate_serial: identity.certificateSerial,
          next_certificate_serial: null,
          certificate_valid_from: identity.certificateValidFromMs,
          connection_password: storedText(box, identity.connectionPassword),
          enrollment_key_hash: null,
          enrollment_expires_at: null,
          updated_at: nowMs,
        })
        .where('id', '=', id)
        .where('enrollment_key_hash', '=', keyHash)
        .where('enrollment_expires_at', '>', nowMs)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
    /** The node has shown it: any other is of no use from now on. */
    async setCertificate(id: number, serial: string, validFromMs: number): Promise<void> {
      await db
        .updateTable('nodes')
        .set({
          certificate_serial: serial,
          next_certificate_serial: null,
          certificate_valid_from: validFromMs,
        })
        .where('id', '=', id)
        .execute()
    },
    async setSerials(id: number, current: string, next: string | null): Promise<void> {
      await db
        .updateTable('nodes')
        .set({ certificate_serial: current, next_certificate_serial: next })
        .where('id', '=', id)
        .execute()
    },
    async setRefusal(id: number, refusal: NodeRefusal): Promise<void> {
      await db
        .updateTable('nodes')
        .set({ refusal: JSON.stringify(refusal) })
        .where('id', '=', id)
        .execute()
    },
    /** With its facts it was let in: what kept it away is over. */
    async seen(id: number, nowMs: number, facts?: NodeFactsToStore): Promise<void> {
      const reported = facts && {
        ips: JSON.stringify(facts.ips),
        work_path: facts.workPath,
        version: facts.version,
        os: facts.os,
        arch: facts.arch,
        runtimes: JSON.stringify(facts.runtimes),
        limits: JSON.stringify(facts.limits),
        refusal: null,
        installation: facts.installation && JSON.stringify(facts.installation),
        capabilities: JSON.stringify(facts.capabilities),
        ...(facts.highestGameServerId !== null && { highest_server_id: facts.highestGameServerId }),
      }
      await db
        .updateTable('nodes')
        .set({ ...reported, last_seen_at: nowMs })
        .where('id', '=', id)
        .execute()
    },
  }
}

function storedNodeOf(row: Selectable<Schema['nodes']>, box: SecretBox): StoredNode {
  return {
    id: row.id,
    name: row.name,
    enabled: toBoolean(row.enabled),
    ...placementOf(row),
    isEnrolled: row.key_hash !== null,
    keyHash: row.key_hash,
    connectionPassword: row.connection_password === null ? null : readSecret(box, row.connection_password),
    certificateSerial: row.certificate_serial,
    nextCertificateSerial: row.next_certificate_serial,
    certificateValidFromMs: row.certificate_valid_from,
    ips: parseJson(nodeShape.shape.ips, row.ips, `the ips of node ${row.id}`),
    workPath: row.work_path,
    version: row.version,
    os: row.os,
    arch: row.arch,
    runtimes: parseJson(nodeShape.shape.runtimes, row.runtimes, `the runtimes of node ${row.id}`),
    limits: parseJson(nodeShape.shape.limits, row.limits, `the limits of node ${row.id}`),
    sftp: sftpOf(row),
    refusal: readRefusal(row.refusal),
    installation:
      row.installation === null
        ? null
        : parseJson(storedInstallation, row.installation, `the installation of node ${row.id}`),
    capabilities: capabilitiesOf(row.capabilities),
    lastSeenAtMs: row.last_seen_at,
    createdAtMs: row.created_at,
  }
}

function capabilitiesOf(stored: string | null): NodeCapability[] {
  return nodeCapabilities.filter(known => stored?.includes(`"${known}"`))
}

const silent: SftpReport = { listening: false, host_key_fingerprint: null, problem: null }

function sftpOf(row: Selectable<Schema['nodes']>): Node['sftp'] {
  const reported =
    row.sftp_state === null
      ? silent
      : parseJson(sftpReport, row.sftp_state, `the SFTP state of node ${row.id}`)
  return { ...reported, enabled: toBoolean(row.sftp_enabled), port: row.sftp_port }
}
