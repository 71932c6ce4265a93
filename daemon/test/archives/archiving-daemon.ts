// A daemon in a process of its own that packs the files of one game server: made to be killed without warning.
//
// Arguments: data folder, definition as JSON, changes to the daemon's settings as JSON, payload of the task.

import { flushCompileCache } from 'node:module'
import { openApp } from '../../src/app.ts'
import { appOptions } from '../open-test-node.ts'

// Nobody who is killed leaves this to the next one by itself.
flushCompileCache()
const [folder = '', definition = '', change = '{}', payload = ''] = process.argv.slice(2)
const app = await openApp(appOptions(folder, () => {}, JSON.parse(change) as object))
await app.gameServers.put({ gameServerId: 1, revision: 1, definition })
app.tasks.run({ taskId: 1, gameServerId: 1, kind: 'archive', payload })
setInterval(() => {}, 1_000)
