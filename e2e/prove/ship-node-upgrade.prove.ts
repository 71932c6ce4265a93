// A node with a real systemd is upgraded from the panel many times while a game plays, and goes back from versions that end or
// hang, in no more than about a minute.

import { expect, test } from 'vitest'
import { findProgram } from '../../test-services/running-component.ts'
import { missingSystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'

const missing = missingSystemdHost() ?? (findProgram('busybox') === null ? 'busybox is not installed' : null)
if (missing !== null) console.warn(`skipped: ${missing}`)

const rounds = 20

test.skipIf(missing !== null)(
  'upgrades work again and again, and what does not work is taken back',
  async ({ task }) => {
    // Named wget, busybox is one: the small Debian has none.
    const host = await startSystemdHost({ folders: { '/usr/local/bin/wget': findProgram('busybox') ?? '' } })
    try {
      const program = ['node', '--no-warnings', 'e2e/units/inside-upgrade.ts', String(rounds)]
      const { code, stdout, stderr } = await host.run(program)
      expect(code, stderr).toBe(0)
      const { seconds, failures, left, ...rest } = JSON.parse(stdout) as {
        seconds: number[]
        failures: { reason: string; lines: boolean; seconds: number }[]
        left: string[]
      }
      expect(rest).toEqual({ version: true, hasSurvived: true })
      expect(left).toEqual(['0.0.9', '0.1.0', 'current', 'launcher'])
      expect(failures.map(({ reason, lines }) => [reason, lines])).toEqual([
        ['it ended 3 times before the panel saw it', true],
        ['the panel did not see it within 60 seconds', true],
      ])
      expect(failures[1]?.seconds).toBeLessThan(110)
      const sorted = seconds.toSorted((a, b) => a - b)
      const median = sorted[Math.floor(rounds / 2)]?.toFixed(1)
      const [ended, hung] = failures.map(each => each.seconds.toFixed(0))
      const figures = `${rounds} upgrades, median ${median} s, longest ${sorted.at(-1)?.toFixed(1)} s; back from a version that ends after ${ended} s, from one that hangs after ${hung} s`
      Object.assign(task.meta, { figures })
    } finally {
      await host.stop()
    }
  },
)
