// The game that is measured: without echo, from `go` to `halt` it writes lines as fast as its terminal takes them.

import { lineBytes } from './line.ts'

const blockLines = 600

export const floodGame = `process.stdin.setRawMode(true)
const block = ('x'.repeat(${lineBytes - 1}) + '\\n').repeat(${blockLines})
let isOn = false
const write = () => { if (isOn) process.stdout.write(block, () => setImmediate(write)) }
process.stdin.on('data', typed => {
  const wasOn = isOn
  isOn = String(typed).lastIndexOf('go') > String(typed).lastIndexOf('halt')
  if (isOn && !wasOn) write()
})
process.stdout.write('ready\\n')`
