// A daemon in a process of its own with a run of several steps: it kills itself in the middle of the second.
//
// Arguments: data folder, changes to the daemon's settings as JSON.

import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { openTestNode, until } from '../open-test-node.ts'
import { countedUpdate, heardGame, stepSchedule } from './step-fixtures.ts'

// Nobody who is killed leaves this to the next one by itself.
flushCompileCache()
const [folder = '', change = '{}'] = process.argv.slice(2)
const node = await openTestNode(folder, JSON.parse(change) as object)
const put = (definition: Partial<GameServerDefinition>, revision: number) => {
  const stored = node.put(1, definition, revision)
  node.app.schedules.check()
  return stored
}
const first = put({ ...heardGame }, 1)
await node.run(1, 'install')
await node.run(1, 'start')
put(
  {
    ...first,
    install: countedUpdate.install,
    step_schedules: [
      stepSchedule([
        { action: 'command', command: 'one', offset_seconds: 0, continue_on_failure: false },
        { action: 'update', offset_seconds: 0, continue_on_failure: true },
        { action: 'message', message: 'done', offset_seconds: 60, continue_on_failure: false },
      ]),
    ],
  },
  2,
)
node.app.schedules.runNow(1, 7)
const updates = join(folder, 'servers', first.uuid, countedUpdate.file)
await until(() => existsSync(updates), 'the update is at work')
process.kill(process.pid, 'SIGKILL')
