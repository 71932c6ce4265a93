// Single writes that come at the same time share one commit: its flush to the disk holds up the whole process.
//
// Each still has an outcome of its own: one that breaks a rule of the schema fails alone. Nothing is answered before
// the commit. Where the commit itself fails, nothing of the group is stored, and each is tried alone.

import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { type BusyPolicy, retryWhileBusy } from './busy-retry.ts'
import type { PreparedStatements } from './prepared-statements.ts'
import type { WriteLock } from './write-lock.ts'

interface Parts {
  writer: DatabaseSync
  writing: PreparedStatements
  lock: WriteLock
  policy: BusyPolicy
}

interface Write {
  query: CompiledQuery
  resolve(result: QueryResult<unknown>): void
  reject(error: unknown): void
}

/** Tells the caller. */
type Outcome = () => void

/** So that nothing else waits long for a group. */
const groupLimit = 500
/** Whatever else there is may refuse to run inside a transaction. */
const grouped: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

export const mayBeGrouped = ({ query }: CompiledQuery): boolean => grouped.has(query.kind)

export class GroupedWrites {
  readonly #parts: Parts
  readonly #waiting: Write[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      const isFirst = this.#waiting.push({ query, resolve: resolve as Write['resolve'], reject }) === 1
      if (isFirst) void this.#work()
    })
  }

  /** Called once for whatever waits; transactions that were first in the lock's queue go first. */
  async #work(): Promise<void> {
    const { lock } = this.#parts
    try {
      await lock.acquire()
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
      return
    }
    // Those join that are asked for in the same turn of the event loop.
    await new Promise(resolve => setImmediate(resolve))
    const group = this.#waiting.splice(0, groupLimit)
    if (this.#waiting.length > 0) void this.#work()
    try {
      for (const notify of await this.#store(group)) notify()
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      lock.release()
    }
  }

  async #store(group: Write[]): Promise<Outcome[]> {
    const { writer, policy } = this.#parts
    if (group.length > 1) {
      await retryWhileBusy(() => writer.exec('begin immediate'), policy)
      const outcomes = this.#storeTogether(group)
      if (outcomes) return outcomes
    }
    const outcomes: Outcome[] = []
    for (const { query, resolve, reject } of group) {
      const stored = retryWhileBusy(() => this.#run(query), policy)
      outcomes.push(
        await stored.then(
          result => () => resolve(result),
          error => () => reject(error),
        ),
      )
    }
    return outcomes
  }

  /** Null when nothing is stored. */
  #storeTogether(group: Write[]): Outcome[] | null {
    const { writer } = this.#parts
    try {
      const outcomes: Outcome[] = []
      for (const write of group) {
        outcomes.push(this.#outcomeOf(write))
        // SQLite rolls all of it back by itself after a full disk or a failed write.
        if (!writer.isTransaction) return null
      }
      writer.exec('commit')
      return outcomes
    } catch {
      return null
    } finally {
      if (writer.isTransaction) writer.exec('rollback')
    }
  }

  #outcomeOf({ query, resolve, reject }: Write): Outcome {
    try {
      const result = this.#run(query)
      return () => resolve(result)
    } catch (error) {
      return () => reject(error)
    }
  }

  #run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    return this.#parts.writing.run(sql, parameters)
  }
}
