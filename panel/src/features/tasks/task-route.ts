// Routes that answer with a task: one for each Idempotency-Key.

import type { Endpoint } from '@rookery/contracts/http/endpoint.ts'
import { acceptedTask } from '@rookery/contracts/http/shapes.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { AccessRule } from '../../platform/http/access-rule.ts'
import { type Call, creatingRoute, type Route } from '../../platform/http/route.ts'

type TaskEndpoint = Endpoint & { idempotencyKey: 'taken'; answer: typeof acceptedTask }

/** `also` is written together with the task. */
export function taskRoute<E extends TaskEndpoint, Sees extends SignedInCaller>(
  endpoint: E,
  access: AccessRule<Sees>,
  order: (call: Call<E, Sees>, also: AlsoCreate) => Promise<{ task_id: number }>,
): Route {
  return creatingRoute<TaskEndpoint, Sees, typeof acceptedTask>(endpoint, access, {
    made: acceptedTask,
    create: (call, once) =>
      order(call as unknown as Call<E, Sees>, (transaction, task_id) => once.note(transaction, { task_id })),
    again: made => made,
  })
}
