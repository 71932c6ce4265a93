// Checks whether the database can be opened, without changing it.

import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import type { PanelCheckReport } from '@rookery/contracts/up-protocol.ts'
import { type Finding, ok, problem, reasonOf } from './finding.ts'

const patienceMs = 3000

type DatabaseFacts = NonNullable<PanelCheckReport['facts']>['database']

export async function checkDatabase(facts: DatabaseFacts): Promise<Finding> {
  const name = 'database'
  if (facts.driver === 'sqlite') return checkSqlite(name, facts.file)
  const place = `${facts.driver} at ${facts.host}:${facts.port}`
  const reason = await tryToConnect(facts.host, facts.port)
  return reason === null
    ? ok(name, `${place} answers`)
    : problem(name, `${place} does not answer (${reason}); start it or correct DATABASE_URL`)
}

function checkSqlite(name: string, file: string): Finding {
  if (!existsSync(file)) return ok(name, `${file} will be made at the first start`)
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: patienceMs })
    try {
      const verdict = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
      if (verdict !== 'ok') return problem(name, `${file} is damaged (${String(verdict)}); restore a backup`)
    } finally {
      database.close()
    }
    return ok(name, file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : reasonOf(error)
    return problem(name, `${file} cannot be opened (${reason}); restore a backup or correct its rights`)
  }
}

function tryToConnect(host: string, port: number): Promise<string | null> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: patienceMs })
    const finish = (reason: string | null) => {
      socket.destroy()
      resolve(reason)
    }
    socket.once('connect', () => finish(null))
    socket.once('timeout', () => finish('no answer'))
    socket.once('error', error => finish(reasonOf(error)))
  })
}
