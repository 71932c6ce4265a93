// A daemon in a process of its own that shows one console on standard output: made to be killed without warning.
//
// Arguments: data folder, game server id, since, stream id. Output: one JSON line per chunk.

import { flushCompileCache } from 'node:module'
import { openApp } from '../src/app.ts'
import { watchConsole } from '../src/features/console/watch-console.ts'
import { appOptions } from './open-test-node.ts'

// Nobody who is killed leaves this to the next one by itself.
flushCompileCache()
const [folder = '', id = '0', sinceSeq = '0', streamId = ''] = process.argv.slice(2)
const app = await openApp(appOptions(folder, () => {}))
const request = { gameServerId: Number(id), sinceSeq: Number(sinceSeq), streamId }
for await (const chunk of watchConsole(app.consoles, request, new AbortController().signal)) {
  console.log(JSON.stringify({ ...chunk, bytes: chunk.bytes.toString('base64') }))
}
