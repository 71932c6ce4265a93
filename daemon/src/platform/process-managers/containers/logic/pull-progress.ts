// Turns what an engine says while it fetches an image into words for people.

import type { ContainerEngineName } from '@rookery/contracts/process-managers.ts'
import * as z from 'zod'

const pullLine = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).optional(),
})
export type PullLine = z.output<typeof pullLine>

/** Null for what is no JSON of the expected shape. */
export function readPullLine(text: string): PullLine | null {
  try {
    return pullLine.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Layers of an image and how much of each is there. */
export type PulledLayers = ReadonlyMap<string, { current: number; total: number }>

export function withPullLine(layers: PulledLayers, line: PullLine): PulledLayers {
  const { id, status = '', progressDetail } = line
  if (id === undefined) return layers
  const known = layers.get(id) ?? { current: 0, total: 0 }
  if (/^(download complete|pull complete|already exists)$/i.test(status)) {
    return new Map(layers).set(id, { ...known, current: known.total })
  }
  if (!/^downloading$/i.test(status)) return layers
  const { current = 0, total = known.total } = progressDetail ?? {}
  return new Map(layers).set(id, { current, total })
}

export function pullMessage(image: string, layers: PulledLayers): string {
  const sum = (pick: 'current' | 'total') =>
    [...layers.values()].reduce((bytes, layer) => bytes + layer[pick], 0)
  const total = sum('total')
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
  const amount = total === 0 ? '' : `: ${megabytes(sum('current'))} of ${megabytes(total)} MB`
  return `fetching the image ${image}${amount}`
}

/** Why an image could not be fetched, and what to do. */
export function pullRefusal(engine: ContainerEngineName, image: string, message: string): string {
  if (/not found|manifest unknown|denied|does not exist|no such image/i.test(message)) {
    return `the image ${image} could not be fetched: its registry does not have it, or does not give it away (${message})`
  }
  if (/no space left/i.test(message)) {
    return `the image ${image} could not be fetched: there is no space left for ${engine} on the node`
  }
  return `the image ${image} could not be fetched: ${message}; try again, or fetch it by hand with "${engine} pull ${image}"`
}
