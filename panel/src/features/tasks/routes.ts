// Routes of tasks: those who see the section see all, others those that they could have asked for.

import { cancelTask, listTasks, readTask, readTaskOutput } from '@rookery/contracts/http/tasks.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import { followableTasks, mayCancelTask, mayFollowTask } from './may-follow-task.ts'
import type { Tasks } from './tasks.ts'

export function taskRoutes(tasks: Tasks, access: Access): Route[] {
  const follow = async (caller: SignedInCaller, taskId: number) => {
    await mayFollowTask(tasks, access, caller, taskId)
    return tasks.read(taskId)
  }
  return [
    route(listTasks, signedIn('admin:gdaemon-task:read'), async call => {
      const { server, node, status } = call.query
      const scope = await followableTasks(tasks, access, call.caller)
      return tasks.list({ gameServerId: server, nodeId: node, status, scope }, windowOf(call.query))
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
