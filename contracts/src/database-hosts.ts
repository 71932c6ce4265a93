// Database servers that game servers get databases on: what they are, and how they are reached.

export const databaseKinds = ['mysql', 'postgres'] as const
/** `mysql`: MySQL and MariaDB. */
export type DatabaseKind = (typeof databaseKinds)[number]

export const usualDatabasePorts: Readonly<Record<DatabaseKind, number>> = { mysql: 3306, postgres: 5432 }

export const databaseTlsModes = ['off', 'unchecked', 'checked'] as const
/** `unchecked`: encrypted, whoever answers. */
export type DatabaseTls = (typeof databaseTlsModes)[number]
