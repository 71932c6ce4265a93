// A panel under steady load for PROVE_HOURS (1): its memory, descriptors and timers stay as they were.

import { expect, test } from 'vitest'
import { findGrowth } from '../operate/soak/growth-rules.ts'
import { soak } from '../operate/soak/soak.ts'

const hours = Number(process.env.PROVE_HOURS ?? '1')

test(`T-111 ${hours} hours of load: nothing has grown`, async ({ task }) => {
  const { samples, requests, failures } = await soak(hours * 3_600_000)
  Object.assign(task.meta, { figures: `${requests} requests, last ${JSON.stringify(samples.at(-1))}` })
  expect(failures).toBe(0)
  expect(findGrowth(samples)).toEqual([])
})
