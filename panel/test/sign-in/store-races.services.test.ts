// The second factor's columns on MariaDB, which counts changed rows in its own way, and the manual's statements on it.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { sharedMariadb } from '../../../test-services/shared.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addEnrolledPerson, logIn, userRow } from './people.ts'
import { raceStores } from './store-races.ts'

const missing = missingMariadb()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('the second factor on MariaDB', () => {
  let panel: TestPanel
  beforeAll(async () => {
    const url = await (await sharedMariadb()).createMigratedDatabase()
    const variables = { DATABASE_DRIVER: 'mysql', DATABASE_URL: url }
    panel = await startTestPanel({ variables })
  })
  afterAll(() => panel?.stop())

  test('T-003, T-030, T-033, 5.5.6 the store lets one win', () => raceStores([panel]))

  test('5.5.9 (C152) the last-resort statements of the manual', async () => {
    const person = await addEnrolledPerson(panel, { isAdmin: true, metadata: { theme: 'dark' } })
    await sql`UPDATE users SET two_factor_enabled = FALSE, two_factor_secret = NULL,
      two_factor_recovery_codes = NULL, two_factor_last_used_step = NULL WHERE login = ${person.login}`.execute(
      panel.db,
    )
    await sql`UPDATE users SET metadata = JSON_REMOVE(metadata, '$.mfa_first_shown_at') WHERE login = ${person.login}`.execute(
      panel.db,
    )
    expect(JSON.parse((await userRow(panel, person.login)).metadata)).toEqual({ theme: 'dark' })
    expect((await logIn(panel, person)).json.mfa_nudge.days_remaining).toBe(30)
  })
})
