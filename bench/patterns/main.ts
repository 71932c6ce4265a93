// node bench/patterns/main.ts: what the worst patterns from outside cost before they are given up, in one go.
//
// Compared with reading a JSON body of 1 MB, the largest that a request may bring: processor time of this process, in
// turns, the round with the median ratio. The aim of a figure is for a quiet core; the ratio holds on a busy one too.

import { setTimeout as delay } from 'node:timers/promises'
import { compilePattern } from '../../primitives/src/patterns/pattern.ts'
import { detail, report } from '../report/report.ts'
import { ratioAtMost } from '../report/row.ts'

const rounds = 7
const aim = ratioAtMost(15)

const worst: Record<string, { source: string; text: string }> = {
  'nested loops': { source: '^(a+)+$', text: `${'a'.repeat(200_000)}!` },
  'loops side by side': { source: '(x+x+)+y', text: 'x'.repeat(200_000) },
  backreference: { source: '^(a+)+\\1b$', text: 'a'.repeat(60) },
  'looking back': { source: '(?<!(a|b)*c)d', text: 'ab'.repeat(5_000) },
  'looking ahead with many groups': {
    source: `(?:(?=(a*))${'(x?)'.repeat(300)}a)*c`,
    text: 'a'.repeat(5_000),
  },
  'thousands of groups': { source: `(?:${'()'.repeat(3_000)}a)*b`, text: 'a'.repeat(3_000) },
  'thousands of choices': {
    source: `(?:${Array.from({ length: 3_000 }, (_, index) => `a${index}`).join('|')})`,
    text: 'a'.repeat(100_000),
  },
  'a large program': { source: '(?:a{1000}){9}b', text: 'a'.repeat(100_000) },
}

const body = JSON.stringify(
  Array.from({ length: 10_000 }, (_, id) => ({
    id,
    name: `server ${id}`,
    tags: ['a', 'b'],
    text: 'x'.repeat(45),
  })),
)
detail(`the body: ${(body.length / 1e6).toFixed(2)} MB`)

for (const [name, { source, text }] of Object.entries(worst)) {
  const measured: { own: number; baseline: number }[] = []
  for (let round = 0; round < rounds; round++) {
    // The engine counts what runs before other work has its turn.
    await delay(5)
    const baseline = processorMs(() => void JSON.parse(body))
    const own = processorMs(() => {
      try {
        compilePattern(source)?.test(text)
      } catch {
        // Given up.
      }
    })
    measured.push({ own, baseline })
  }
  const middle = measured.toSorted((a, b) => a.own / a.baseline - b.own / b.baseline)[rounds >> 1]
  if (middle)
    report({ work: `given up: ${name}`, figure: middle.own, baseline: middle.baseline, unit: 'ms', aim })
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
