// Roles (2.2): named sets of permission entries. `admin` and `user` are always there.

import type { Kysely } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { AlsoCreate, AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { PermissionEntry } from '../access/logic/decide.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { createRolesStore, type StoredRole } from './roles-store.ts'
import { roleRoutes } from './routes.ts'

export type { StoredRole } from './roles-store.ts'

const builtInNames = ['admin', 'user']

function isBuiltIn(role: Pick<StoredRole, 'name'>): boolean {
  return builtInNames.includes(role.name)
}

/** What two people may change at once. */
export const editedState = ({ name, title, entries }: StoredRole) => ({ name, title, entries })

interface RoleChange {
  name?: string | undefined
  title?: string | undefined
  /** These and no others afterwards. */
  entries?: readonly PermissionEntry[] | undefined
}

interface RolesDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'changeRights' | 'requireUsableEntries'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  now(): number
}

export function openRoles(deps: RolesDeps) {
  const roles = createRoles(deps)
  return { ...roles, routes: roleRoutes(roles, deps) }
}

export type Roles = ReturnType<typeof createRoles>

function createRoles({ db, access, now }: RolesDeps) {
  const store = createRolesStore(db)
  const find = async (id: number): Promise<StoredRole> => {
    const role = await store.find(id)
    if (!role) throw new PanelError('not_found', { message: 'there is no such role' })
    return role
  }
  return {
    find,
    isBuiltIn,
    list: store.list,
    /** `also` is written together with it. */
    async create(
      role: { name: string; title: string; entries: readonly PermissionEntry[] },
      by: SignedInCaller,
      also: AlsoCreate,
    ): Promise<number> {
      await access.requireUsableEntries(role.entries, [], 'entries')
      return refuseTakenName(() =>
        access.changeRights('nobody', by, async transaction => {
          const id = await store.create(transaction, role, now())
          await store.replaceEntries(transaction, id, role.entries)
          await also(transaction, id)
          return id
        }),
      )
    },
    async change(
      role: StoredRole,
      { name, title, entries }: RoleChange,
      by: SignedInCaller,
      { also, requireState }: { also: AlsoWrite; requireState: RequireState | null },
    ): Promise<void> {
      if (isBuiltIn(role) && name !== undefined && name !== role.name) {
        throw new PanelError('conflict', { message: `the role ${role.name} cannot be renamed` })
      }
      if (entries) await access.requireUsableEntries(entries, role.entries, 'entries')
      await refuseTakenName(() =>
        access.changeRights(entries ? 'everybody' : 'nobody', by, async transaction => {
          // One change of rights at a time: nobody else writes a role now.
          const present = requireState && (await store.find(role.id, transaction))
          if (present) requireState?.(editedState(present))
          await store.rename(transaction, role.id, { name, title })
          if (entries) await store.replaceEntries(transaction, role.id, entries)
          await also(transaction)
        }),
      )
    },
    async remove(role: StoredRole, by: SignedInCaller, also: AlsoWrite): Promise<void> {
      if (isBuiltIn(role)) {
        throw new PanelError('conflict', { message: `the role ${role.name} cannot be deleted` })
      }
      await access.changeRights('everybody', by, async transaction => {
        if (await store.remove(transaction, role.id)) await also(transaction)
      })
    },
  }
}

async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another role')
    throw error
  }
}
