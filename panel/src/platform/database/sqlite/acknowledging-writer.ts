// A program for the durability test: inserts rows for ever and prints the name of each one that was acknowledged.

import { writeSync } from 'node:fs'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'

const [sqlitePath] = process.argv.slice(2)
const database = await openDatabase({ driver: 'sqlite', sqlitePath }, { info: () => {}, warn: () => {} })
await migrate(database)
for (let row = 0; ; row++) {
  const name = `row ${row}`
  await database.db
    .insertInto('panel_secrets')
    .values({ name, value: 'x'.repeat(200) })
    .execute()
  writeSync(1, `${name}\n`)
}
