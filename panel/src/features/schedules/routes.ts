// Routes of scheduled tasks; what a schedule does needs its own right beside the one to manage schedules.

import {
  cancelServerTaskRun,
  changeServerTask,
  createServerTask,
  deleteServerTask,
  listNewestServerTaskRuns,
  listServerTaskRuns,
  listServerTasks,
  readServerTaskOptions,
  runServerTask,
} from '@rookery/contracts/http/schedules.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { creatingRoute, madeObject, type Route, route } from '../../platform/http/route.ts'
import type { Schedules } from './schedules.ts'

export function scheduleRoutes(schedules: Schedules): Route[] {
  const managing = onGameServer('game-server-tasks', 'server:tasks-manage')
  return [
    route(listServerTasks, managing, call => schedules.list(call.params.server)),
    route(readServerTaskOptions, onGameServer('game-server-tasks'), call =>
      schedules.readOptions(call.params.server),
    ),
    creatingRoute(createServerTask, managing, {
      made: madeObject,
      create: ({ params, body, caller }, once) =>
        schedules.create(params.server, body, caller, (transaction, id) => once.note(transaction, { id })),
      again: ({ id }, { params }) => schedules.read(params.server, id),
    }),
    route(changeServerTask, managing, call =>
      schedules.change(call.params.server, call.params.id, call.body, call.caller),
    ),
    route(deleteServerTask, managing, call =>
      schedules.remove(call.params.server, call.params.id, call.caller),
    ),
    route(listServerTaskRuns, managing, call =>
      schedules.readRuns(call.params.server, call.params.id, call.query.limit),
    ),
    route(listNewestServerTaskRuns, onGameServer('game-server-tasks'), call =>
      schedules.readNewestRuns(call.params.server),
    ),
    route(runServerTask, onGameServer('game-server-tasks'), call =>
      schedules.run(call.params.server, call.params.id, call.caller),
    ),
    route(cancelServerTaskRun, onGameServer('game-server-tasks'), call =>
      schedules.cancelRun(call.params.server, call.params.id, call.params.run, call.caller),
    ),
  ]
}
