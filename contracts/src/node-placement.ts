// Where new game servers may go: what an administrator says of a node, and what a node keeps back or promises twice.

import * as z from 'zod'
import { displayName } from './http/shapes.ts'

/** `closed`: nothing new comes to it. `draining`: it is being emptied, so nothing comes back to it either. */
export const placementStates = ['open', 'closed', 'draining'] as const
export type PlacementState = (typeof placementStates)[number]

const bytes = z.int().min(0)
/** 100: no more is promised than the machine has. */
const overcommitPercent = z.int().min(100, 'must be at least 100').max(10_000, 'must be at most 10000')

/** What limits of game servers may add up to: of what the machine has, so much of it is promised, but this is kept. */
export const nodeCapacity = z.object({
  reserve: z.object({
    memory_bytes: bytes,
    /** 100 is one core. */
    cpu_percent: z.int().min(0).max(1_000_000),
    disk_bytes: bytes,
  }),
  overcommit_percent: z.object({
    memory: overcommitPercent,
    cpu: overcommitPercent,
    disk: overcommitPercent,
  }),
})
export type NodeCapacity = z.output<typeof nodeCapacity>

export const nodeTags = z
  .array(displayName.max(64, 'must be at most 64 characters'))
  .max(20, 'must be at most 20')
  .transform(tags => [...new Set(tags)])

export const nodeLocation = displayName

/** Of a node of which nobody has said anything. */
export const defaultNodePlacement = {
  placement: 'open' as PlacementState,
  location: null as string | null,
  tags: [] as string[],
  capacity: {
    reserve: { memory_bytes: 0, cpu_percent: 0, disk_bytes: 0 },
    overcommit_percent: { memory: 100, cpu: 100, disk: 100 },
  } satisfies NodeCapacity as NodeCapacity,
}
