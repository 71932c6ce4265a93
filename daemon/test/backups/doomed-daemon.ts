// A daemon in a process of its own that works on backups: it kills itself at a point of a restore, or waits to be killed
// in the middle of a backup.
//
// Arguments: data folder, kind of task, its payload, the point or nothing, changes to the daemon's settings as JSON.

import { flushCompileCache } from 'node:module'
import { openApp } from '../../src/app.ts'
import { appOptions } from '../open-test-node.ts'
import { createCopyingEngine } from './copying-engine.ts'

// Nobody who is killed leaves this to the next one by itself.
flushCompileCache()
const [folder = '', kind = '', payload = '', point = '', change = '{}'] = process.argv.slice(2)
const engine = createCopyingEngine()
if (kind === 'backup') engine.held = new Promise(() => {})
const app = await openApp({
  ...appOptions(folder, () => {}, JSON.parse(change) as object),
  backupEngines: [engine],
  restoreReached: reached => {
    if (reached === point) process.kill(process.pid, 'SIGKILL')
  },
})
app.tasks.run({ taskId: 99, gameServerId: 1, kind, payload })
setInterval(() => {}, 1_000)
