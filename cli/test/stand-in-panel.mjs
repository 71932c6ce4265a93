// A program that speaks the panel's side of the up protocol and nothing else; only tests use it.

import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.DATA_DIR
const behavior = process.env.STAND_IN_PANEL ?? 'works'
const note = line => appendFileSync(join(folder, 'notes'), `panel ${line}\n`)

note(`started ${process.pid}`)
if (behavior === 'port in use') {
  console.error('HTTP_PORT 8025 on 127.0.0.1 is in use by another program')
  process.exit(1)
}
if (behavior === 'silent end') {
  console.log(JSON.stringify({ level: 30, msg: 'about to vanish' }))
  process.exit(7)
}

const seeded = join(folder, 'seeded')
if (behavior === 'broken later' && existsSync(seeded) && existsSync(join(folder, 'broken'))) {
  console.error('the disk of the panel is gone')
  process.exit(9)
}

process.on('SIGTERM', () => {
  note('asked to stop')
  if (behavior !== 'does not stop') process.exit(0)
})
process.on('disconnect', () => {
  note('left alone')
  process.exit(0)
})
process.on('message', message => {
  if (message.kind !== 'enroll-local-node') return
  if (behavior === 'refuses enrollment') process.send({ kind: 'failed', message: 'there are too many nodes' })
  else process.send({ kind: 'local-enrollment', key: 'one-time', panelUrl: 'http://localhost:8025' })
})

const firstRun = existsSync(seeded) ? {} : { firstRun: { login: 'admin', password: 'made-up-password' } }
writeFileSync(seeded, '')
console.log(JSON.stringify({ level: 30, msg: 'an ordinary line' }))
console.log(JSON.stringify({ level: 40, msg: 'something looks odd', err: { message: 'the odd thing' } }))
process.send({ kind: 'ready', url: 'http://localhost:8025', grpcPort: 31718, ...firstRun })
setInterval(() => {}, 60_000)
