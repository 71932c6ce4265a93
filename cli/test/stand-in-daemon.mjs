// A program that takes the daemon's commands and stays alive; only tests use it.

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, config: { type: 'string' } },
})
const note = line => appendFileSync(join(dirname(values.data), 'notes'), `daemon ${line}\n`)

if (positionals[0] === 'enroll') {
  note(`enrolls at ${positionals[1]} with ${readFileSync(0, 'utf8').trim()}`)
  writeFileSync(values.config, 'node_id: 1\n')
} else {
  note(`started ${process.pid}`)
  const once = join(values.data, 'die-once')
  if (existsSync(once)) {
    rmSync(once)
    console.log(JSON.stringify({ level: 50, msg: 'the last words of the daemon' }))
    process.exitCode = 9
  } else {
    process.on('SIGTERM', () => {
      note('asked to stop')
      process.exit(0)
    })
    process.on('disconnect', () => process.exit(0))
    process.send({ kind: 'panel-connected' })
    setInterval(() => {}, 60_000)
  }
}
