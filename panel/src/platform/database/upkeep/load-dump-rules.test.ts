// What stands in the way of loading a dump, in sentences.

import { expect, test } from 'vitest'
import { explainLoadFailure, loadObstacle, type Occupation } from './load-dump-rules.ts'

const place = { host: 'db.example.com', port: 5432, database: 'rookery' }
const panelTables = new Set(['users', 'nodes'])
const ofPanel: Occupation = {
  ...{ tables: ['nodes', 'users'], panelTables, hasPanelHistory: true, connections: 0, mayReplace: true },
}

test.each<[string, Partial<Occupation>, RegExp | null]>([
  ['an empty database', { tables: [], mayReplace: false }, null],
  ['that of a panel, to be replaced', {}, null],
  ['that of a newer panel', { tables: ['users', 'badges'] }, null],
  ['one that was loaded in part', { tables: ['users'], hasPanelHistory: false }, null],
  ['that of a panel', { mayReplace: false }, /"rookery" at db\.example\.com:5432 is not empty: .* 2 tables/],
  [
    'that of another program',
    { tables: ['a', 'b', 'c', 'd', 'users'], hasPanelHistory: false },
    /tables of another program \(a, b, c, …\)/,
  ],
  ['one in use', { connections: 1 }, /is in use: one connection is open/],
  ['one in use by several', { connections: 3 }, /3 connections are open/],
])('%s', (_name, change, wanted) => {
  const said = loadObstacle(place, { ...ofPanel, ...change })
  if (wanted === null) expect(said).toBeNull()
  else expect(said).toMatch(wanted)
})

test.each([
  ['pg_restore: error: unsupported version (1.16) in file header', /older than the one that made the dump/],
  ['unrecognized configuration parameter "transaction_timeout"', /database server is older/],
  ["ERROR at line 1: Unknown command '\\-'.", /older than the mariadb-dump/],
  ["ERROR 1273: Unknown collation: 'utf8mb4_uca1400_ai_ci'", /use the same kind/],
  ['something else', /could not load the dump: something else/],
])('%s', (complaints, wanted) => {
  expect(explainLoadFailure('its program', complaints)).toMatch(wanted)
})
