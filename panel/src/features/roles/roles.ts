// Roles (2.2): named sets of permission entries. `admin` and `user` are always there.

import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { PermissionEntry } from '../access/logic/decide.ts'
import type { RolesStore, StoredRole } from './roles-store.ts'

export type { StoredRole } from './roles-store.ts'

const builtInNames = ['admin', 'user']

export function isBuiltIn(role: Pick<StoredRole, 'name'>): boolean {
  return builtInNames.includes(role.name)
}

interface RoleChange {
  name?: string | undefined
  title?: string | undefined
  /** These and no others afterwards. */
  entries?: readonly PermissionEntry[] | undefined
}

interface RolesDeps {
  store: RolesStore
  access: Pick<Access, 'changeRights' | 'requireUsableEntries'>
  now(): number
}

export type Roles = ReturnType<typeof createRoles>

export function createRoles({ store, access, now }: RolesDeps) {
  const find = async (id: number): Promise<StoredRole> => {
    const role = await store.find(id)
    if (!role) throw new PanelError('not_found', { message: 'there is no such role' })
    return role
  }
  return {
    find,
    list: store.list,
    async create(role: {
      name: string
      title: string
      entries: readonly PermissionEntry[]
    }): Promise<number> {
      await access.requireUsableEntries(role.entries, [], 'entries')
      return refuseTakenName(() =>
        access.changeRights('nobody', async transaction => {
          const id = await store.create(transaction, role, now())
          await store.replaceEntries(transaction, id, role.entries)
          return id
        }),
      )
    },
    async change(role: StoredRole, { name, title, entries }: RoleChange): Promise<void> {
      if (isBuiltIn(role) && name !== undefined && name !== role.name) {
        throw new PanelError('conflict', { message: `the role ${role.name} cannot be renamed` })
      }
      if (entries) await access.requireUsableEntries(entries, role.entries, 'entries')
      await refuseTakenName(() =>
        access.changeRights(entries ? 'everybody' : 'nobody', async transaction => {
          await store.rename(transaction, role.id, { name, title })
          if (entries) await store.replaceEntries(transaction, role.id, entries)
        }),
      )
    },
    async remove(role: StoredRole): Promise<void> {
      if (isBuiltIn(role)) {
        throw new PanelError('conflict', { message: `the role ${role.name} cannot be deleted` })
      }
      await access.changeRights('everybody', transaction => store.remove(transaction, role.id))
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
