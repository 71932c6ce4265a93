// Searching for a piece of text in columns, without regard to case and with every character taken literally.

import { type RawBuilder, sql } from 'kysely'

/** True where one of the columns contains the text. */
export function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`
  const tests = columns.map(column => sql`lower(${sql.ref(column)}) like ${pattern} escape '!'`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}
