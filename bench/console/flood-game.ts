// The game that is measured: without echo, it writes a block of lines for every line that it reads.

import { blockLines } from './block.ts'

export const floodGame = `process.stdin.setRawMode(true)
const block = ('x'.repeat(99) + '\\n').repeat(${blockLines})
process.stdin.on('data', typed => { for (const byte of typed) if (byte === 10) process.stdout.write(block) })
process.stdout.write('ready\\n')`
