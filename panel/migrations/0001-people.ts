// Users, roles, permission entries, personal access tokens, revoked sessions; seeds the two default roles.

import type { CreateTableBuilder, Generated, Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0001-people'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await createRoles(db)
  await createPermissions(db, 'user')
  await createPermissions(db, 'role')
  await createSignInTables(db)
  await seedRoles(db as Kysely<SeededTables>)
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  const { boolean, booleanDefault, createTableWithId, text } = portableColumns(db)
  await createTableWithId('users')
    .addColumn('login', 'varchar(191)', column => column.notNull())
    .addColumn('login_key', 'varchar(191)', column => column.notNull())
    .addColumn('name', 'varchar(255)', column => column.notNull())
    .addColumn('email', 'varchar(320)')
    .addColumn('password_hash', 'varchar(255)', column => column.notNull())
    .addColumn('password_version', 'integer', column => column.notNull().defaultTo(1))
    .addColumn('metadata', text, column => column.notNull())
    .addColumn('language', 'varchar(16)')
    .addColumn('two_factor_enabled', boolean, column => column.notNull().defaultTo(booleanDefault(false)))
    .addColumn('two_factor_secret', text)
    .addColumn('two_factor_pending_secret', text)
    .addColumn('two_factor_recovery_codes', text)
    .addColumn('two_factor_last_used_step', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('users_login_key_unique', ['login_key'])
    .execute()
}

async function createRoles(db: Kysely<unknown>): Promise<void> {
  const { createTable, createTableWithId } = portableColumns(db)
  await createTableWithId('roles')
    .addColumn('name', 'varchar(191)', column => column.notNull())
    .addColumn('title', 'varchar(255)', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('roles_name_unique', ['name'])
    .execute()
  const userRoles = createTable('user_roles')
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('role_id', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('user_roles_primary', ['user_id', 'role_id'])
  const withUser = references(userRoles, 'user_roles_user', 'user_id', 'users', 'cascade')
  await references(withUser, 'user_roles_role', 'role_id', 'roles', 'cascade').execute()
  await db.schema.createIndex('user_roles_by_role').on('user_roles').column('role_id').execute()
}

async function createPermissions(db: Kysely<unknown>, holder: 'user' | 'role'): Promise<void> {
  const { createTableWithId } = portableColumns(db)
  const table = `${holder}_permissions`
  const holderId = `${holder}_id`
  const columns: CreateTableBuilder<string, string> = createTableWithId(table)
    .addColumn(holderId, 'integer', column => column.notNull())
    .addColumn('permission', 'varchar(64)', column => column.notNull())
    .addColumn('effect', 'varchar(8)', column => column.notNull())
    .addColumn('object_type', 'varchar(32)', column => column.notNull().defaultTo(''))
    .addColumn('object_id', 'integer', column => column.notNull().defaultTo(0))
    .addUniqueConstraint(`${table}_unique`, [holderId, 'permission', 'object_type', 'object_id'])
  await references(columns, `${table}_holder`, holderId, `${holder}s`, 'cascade').execute()
  await db.schema
    .createIndex(`${table}_by_object`)
    .on(table)
    .columns(['object_type', 'object_id', 'permission'])
    .execute()
}

async function createSignInTables(db: Kysely<unknown>): Promise<void> {
  const { createTable, createTableWithId, text } = portableColumns(db)
  const personalAccessTokens = createTableWithId('personal_access_tokens')
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('name', 'varchar(255)', column => column.notNull())
    .addColumn('abilities', text, column => column.notNull())
    .addColumn('secret_hash', 'varchar(64)', column => column.notNull())
    .addColumn('password_version', 'integer', column => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
  await references(
    personalAccessTokens,
    'personal_access_tokens_user',
    'user_id',
    'users',
    'cascade',
  ).execute()
  await db.schema
    .createIndex('personal_access_tokens_by_user')
    .on('personal_access_tokens')
    .column('user_id')
    .execute()
  await createTable('revoked_login_sessions')
    .addColumn('jti', 'varchar(64)', column => column.notNull().primaryKey())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('revoked_login_sessions_by_end')
    .on('revoked_login_sessions')
    .column('expires_at')
    .execute()
}

interface SeededTables {
  roles: { id: Generated<number>; name: string; title: string; created_at: number }
  role_permissions: { role_id: number; permission: string; effect: string }
}

async function seedRoles(db: Kysely<SeededTables>): Promise<void> {
  const created_at = Date.now()
  await db
    .insertInto('roles')
    .values([
      { name: 'admin', title: 'Administrator', created_at },
      { name: 'user', title: 'User', created_at },
    ])
    .execute()
  const admin = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'admin')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permissions')
    .values({ role_id: admin.id, permission: 'admin roles & permissions', effect: 'allow' })
    .execute()
}
