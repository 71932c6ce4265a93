// The databases that a template asks for: made with each game server, and told to the game in variables.

import * as z from 'zod'
import { databaseKinds } from '../database-hosts.ts'

/** Which variables receive how the database is reached. */
const databaseVariables = z.object({
  host: z.string(),
  port: z.string(),
  /** Of the database, and of its user. */
  name: z.string(),
  user: z.string(),
  password: z.string(),
})
export const databaseValueNames = databaseVariables.keyof().options

export const templateDatabase = z.object({
  /** As people see it. One that they create under this name takes the place of one that was deleted. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be lower-case letters, digits and underscores'),
  /** What the game can use; `mysql`: MySQL and MariaDB. */
  kinds: z
    .array(z.enum(databaseKinds))
    .min(1)
    .default([...databaseKinds]),
  variables: databaseVariables,
})
export type TemplateDatabase = z.output<typeof templateDatabase>

/** Variables that the panel alone fills in. */
export function filledVariables(databases: readonly TemplateDatabase[] = []): string[] {
  return databases.flatMap(({ variables }) => databaseValueNames.map(value => variables[value]))
}
