// Service accounts and keys for tests, made through the API as an administrator would.

import { randomUUID } from 'node:crypto'
import type { NewServiceAccountKey, ServiceAccount } from '@rookery/contracts/http/service-accounts.ts'
import { type Asked, done } from '../access/people.ts'

export async function createAccount(admin: Asked, roles: string[] = []): Promise<ServiceAccount> {
  return done(admin, 'POST', '/api/service-accounts', { login: `s-${randomUUID().slice(0, 8)}`, roles })
}

export interface WantedKey {
  name?: string
  expires_at?: string | null
  addresses?: string[]
}

export async function createKey(
  admin: Asked,
  accountId: number,
  wanted: WantedKey = {},
): Promise<NewServiceAccountKey> {
  return done(admin, 'POST', `/api/service-accounts/${accountId}/keys`, { name: 'a program', ...wanted })
}
