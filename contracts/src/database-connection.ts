// How a game or a program finds its database, in the forms that they ask for.

import type { DatabaseKind } from './database-hosts.ts'

export interface DatabaseConnection {
  kind: DatabaseKind
  host: string
  port: number
  /** Of the database and of its user. */
  name: string
  user: string
  password: string
}

const protocols = { mysql: 'mysql', postgres: 'postgres' } as const
const jdbcProtocols = { mysql: 'mysql', postgres: 'postgresql' } as const

/** Names and passwords are letters and digits: only an IPv6 address needs care. */
export function connectionForms({ kind, host, port, name, user, password }: DatabaseConnection) {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    url: `${protocols[kind]}://${user}:${password}@${place}/${name}`,
    jdbc: `jdbc:${jdbcProtocols[kind]}://${place}/${name}`,
    /** As plugins of Minecraft servers have it. */
    yaml: [
      'database:',
      `  type: ${jdbcProtocols[kind]}`,
      `  host: "${host}"`,
      `  port: ${port}`,
      `  database: ${name}`,
      `  username: ${user}`,
      `  password: ${password}`,
      '',
    ].join('\n'),
  }
}
