// What the page of tasks is narrowed to, as it stands in the address: a link shows others the same.

import { type TaskKind, type TaskStatus, taskKinds, taskStatuses } from '@rookery/contracts/run-states.ts'

export interface TaskSearch {
  status?: TaskStatus
  kind?: TaskKind
  server?: number
  node?: number
  /** Who asked for it. */
  user?: number
}

const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** What cannot be read counts as not there. */
export function readTaskSearch(search: Record<string, unknown>): TaskSearch {
  const status = taskStatuses.find(each => each === search.status)
  const kind = taskKinds.find(each => each === search.kind)
  const { server, node, user } = search
  return {
    ...(status && { status }),
    ...(kind && { kind }),
    ...(isId(server) && { server }),
    ...(isId(node) && { node }),
    ...(isId(user) && { user }),
  }
}

/** For the panel. */
export function taskQueryOf({ server, node, user, ...rest }: TaskSearch) {
  return {
    ...rest,
    ...(server && { server: String(server) }),
    ...(node && { node: String(node) }),
    ...(user && { user: String(user) }),
  }
}
