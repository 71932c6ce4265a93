// Routes that answer with a task: one for each Idempotency-Key, and with `Prefer: wait` when it has ended.

import type { Endpoint } from '@rookery/contracts/http/endpoint.ts'
import type { acceptedTask } from '@rookery/contracts/http/tasks.ts'
import * as z from 'zod'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { AccessRule } from '../../platform/http/access-rule.ts'
import { type Call, creatingRoute, type Route } from '../../platform/http/route.ts'

type TaskEndpoint = Endpoint & { idempotencyKey: 'taken'; answer: typeof acceptedTask }

const queuedTask = z.object({ task_id: z.int() })

/** `also` is written together with the task; left out where there is nothing to write. */
export function taskRoute<E extends TaskEndpoint, Sees extends SignedInCaller>(
  endpoint: E,
  access: AccessRule<Sees>,
  order: (call: Call<E, Sees>, also: AlsoCreate | undefined) => Promise<{ task_id: number }>,
): Route {
  const route = creatingRoute<TaskEndpoint, Sees, typeof queuedTask>(endpoint, access, {
    made: queuedTask,
    create(call, once) {
      const note: AlsoCreate = (transaction, task_id) => once.note(transaction, { task_id })
      return order(call as unknown as Call<E, Sees>, once.isKeyed ? note : undefined)
    },
    again: made => made,
  })
  return { ...route, goesOn: true }
}
