// Routes of tasks. A single one is opened by what it belongs to, also for an access token that may start such tasks.

import { cancelTask, listTasks, readTask, readTaskOutput } from '@rookery/contracts/http/tasks.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import { mayCancelTask, mayFollowTask, visibleTasks } from './task-access.ts'
import type { Tasks } from './tasks.ts'

export function taskRoutes(tasks: Tasks, access: Access): Route[] {
  const follow = async (caller: SignedInCaller, taskId: number) => {
    await mayFollowTask(tasks, access, caller, taskId)
    return tasks.read(taskId)
  }
  return [
    route(listTasks, signedIn('admin:gdaemon-task:read'), async call => {
      const { server, node, status, kind, user } = call.query
      const visible = await visibleTasks(access, call.caller)
      const filter = { gameServerId: server, nodeId: node, status, kind, requestedBy: user, visible }
      return tasks.list(filter, windowOf(call.query))
    }),
    route(readTask, signedIn('any ability'), call => follow(call.caller, call.params.id)),
    route(readTaskOutput, signedIn('any ability'), async call => {
      await follow(call.caller, call.params.id)
      const pieces = await tasks.readOutput(call.params.id)
      return { output: pieces.map(piece => piece.chunk).join('') }
    }),
    route(cancelTask, signedIn('refused'), async call => {
      await mayCancelTask(tasks, access, call.caller, call.params.id)
      return tasks.cancel(call.params.id)
    }),
  ]
}
