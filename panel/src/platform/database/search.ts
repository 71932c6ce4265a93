// Searching for a piece of text in columns, without regard to case and with every character taken literally.

import { type RawBuilder, sql } from 'kysely'

/** As long as an index can be on every database. */
export const longestSearchKey = 600

/** What a column to search in holds of these texts. */
export function foldToSearch(texts: readonly (string | null)[]): string {
  return fold(texts.filter(text => text !== null && text !== '').join('\n')).slice(0, longestSearchKey)
}

/** What to look for: `folded` in columns that `foldToSearch` has filled, `plain` in others. */
export interface SearchPatterns {
  folded: string
  plain: string
}

export function searchPatterns(text: string): SearchPatterns {
  return { folded: patternOf(fold(text)), plain: patternOf(text.toLowerCase()) }
}

/** True where the column, filled by `foldToSearch`, contains the text. */
export function containsFolded(column: string, pattern: SearchPatterns['folded']): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '!'`
}

/** True where one of the columns contains the text. */
export function containsText(
  columns: readonly string[],
  pattern: SearchPatterns['plain'],
): RawBuilder<boolean> {
  const tests = columns.map(column => sql`lower(${sql.ref(column)}) like ${pattern} escape '!'`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function patternOf(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`
}
