// How long the panel waits for a database on the network: a database that is gone gives an error in under 5 s.

export interface DatabaseLimits {
  /** For a free or new connection. */
  acquireMs: number
  /** For a row lock; the database itself gives up. */
  lockMs: number
  /** For one statement; the database itself gives up. */
  statementMs: number
  /** For the answer to one statement; afterwards the connection counts as dead. */
  answerMs: number
  connections: number
}

export const requestLimits: DatabaseLimits = {
  acquireMs: 2_000,
  lockMs: 3_000,
  statementMs: 3_500,
  answerMs: 4_000,
  connections: 10,
}

/** Changing a large table and waiting for another panel's migration take their time. */
export const migrationLimits: DatabaseLimits = {
  acquireMs: 5_000,
  lockMs: 0,
  statementMs: 0,
  answerMs: 0,
  connections: 1,
}
