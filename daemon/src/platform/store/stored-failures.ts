// Why installations failed, in the daemon's store: beside the tables, so that a daemon of the version before opens it too.

import { InstallFailure } from '@rookery/contracts/daemon/generated/link.ts'
import type { Facts } from '../store.ts'

export interface StoredFailures {
  /** Null as well for what cannot be read: the reason in words is still there. */
  read(id: number): InstallFailure | null
  write(id: number, failure: InstallFailure): void
  forget(id: number): void
}

export function createStoredFailures(facts: Facts, kind: string): StoredFailures {
  const nameOf = (id: number) => `${kind}:${id}`
  return {
    read(id) {
      const stored = facts.read(nameOf(id))
      try {
        return stored === null ? null : InstallFailure.decode(Buffer.from(stored, 'base64'))
      } catch {
        return null
      }
    },
    write: (id, failure) =>
      facts.write(nameOf(id), Buffer.from(InstallFailure.encode(failure).finish()).toString('base64')),
    forget: id => facts.forget(nameOf(id)),
  }
}
