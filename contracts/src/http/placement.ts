// Where a new game server can run: which nodes have room for it, and why the others do not.

import * as z from 'zod'
import { nodeLocation, nodeTags } from '../node-placement.ts'
import { processManagerNames } from '../process-managers.ts'
import { endpoint } from './endpoint.ts'

/** Why a node does not take a game server. */
export const misfitCodes = [
  'not_joined',
  'switched_off',
  'away',
  'closed',
  'draining',
  'not_in_plan',
  'location',
  'tags',
  'process_manager',
  'memory',
  'cpu',
  'disk',
] as const
export type MisfitCode = (typeof misfitCodes)[number]

/** What a node must be for the panel to choose it; empty: any that has room. */
export const placementWish = z.object({
  location: nodeLocation.optional(),
  /** It must have all of them. */
  tags: nodeTags.optional(),
})
export type PlacementWish = z.output<typeof placementWish>

const amount = z.coerce.number().int().min(1)

/** Of what the node may promise; null: it has not said how much it has. Negative where more is promised. */
const left = z.int().nullable()

export const candidateNode = z.object({
  id: z.int(),
  name: z.string(),
  location: z.string().nullable(),
  tags: z.array(z.string()),
  fits: z.boolean(),
  misfits: z.array(z.object({ code: z.enum(misfitCodes), message: z.string() })),
  left: z.object({ memory_bytes: left, cpu_percent: left, disk_bytes: left }),
})
export type CandidateNode = z.output<typeof candidateNode>

export const findPlace = endpoint({
  method: 'GET',
  path: '/api/placement',
  summary: 'Where a new game server fits, and which node the panel would choose',
  query: z.object({
    template_id: z.coerce.number().int().min(1),
    location: nodeLocation.optional(),
    /** Separated by commas. */
    tags: z
      .string()
      .max(2000)
      .transform(text =>
        text
          .split(',')
          .map(tag => tag.trim())
          .filter(Boolean),
      )
      .pipe(nodeTags)
      .optional(),
    process_manager: z.enum(processManagerNames).optional(),
    memory_limit_bytes: amount.optional(),
    cpu_limit_percent: amount.optional(),
    disk_limit_bytes: amount.optional(),
  }),
  answer: z.object({
    /** Null: none fits. */
    node_id: z.int().nullable(),
    nodes: z.array(candidateNode),
  }),
})
