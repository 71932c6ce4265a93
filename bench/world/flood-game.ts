// The game that is measured: without echo, from `go` to `halt` it writes lines as fast as its terminal takes them, from
// `walk` to `halt` 20 MB of them a second.

import { lineBytes } from './line.ts'

const blockLines = 600
const walkedBytesPerMs = 20_000

export const floodGame = `process.stdin.setRawMode(true)
const block = ('x'.repeat(${lineBytes - 1}) + '\\n').repeat(${blockLines})
let pace = 'halt'
let writtenUntilMs = 0
const write = () => { if (pace === 'go') process.stdout.write(block, () => setImmediate(write)) }
const walk = () => {
  if (pace !== 'walk') return
  if (writtenUntilMs > performance.now()) return setTimeout(walk, 1)
  // What its terminal did not take in time is not made up for.
  writtenUntilMs = Math.max(writtenUntilMs, performance.now() - 20) + block.length / ${walkedBytesPerMs}
  process.stdout.write(block, walk)
}
process.stdin.on('data', typed => {
  const wasPace = pace
  pace = String(typed).match(/go|walk|halt/g)?.at(-1) ?? pace
  if (pace === wasPace) return
  write()
  walk()
})
process.stdout.write('ready\\n')`
