// Where new servers may go, as it is typed for one node: what is wrong with it, and what is sent.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { allTags, type TypedTags } from '../../../ui/controls/tag-rules.ts'

export const resources = ['memory', 'cpu', 'disk'] as const
export type Resource = (typeof resources)[number]

export interface PlacingDraft {
  placement: Node['placement']
  location: string
  tags: TypedTags
  /** GiB, or percent of a core. */
  reserve: Record<Resource, string>
  /** Percent. */
  promised: Record<Resource, string>
}

type Placing = Pick<Node, 'placement' | 'location' | 'tags' | 'capacity'>

const mebibyte = 1024 ** 2
/** Three digits after the point tell one MiB from the next. */
const inGib = (bytes: number) => String(Math.round((bytes / mebibyte / 1024) * 1000) / 1000)
const bytesOf = (gib: string) => Math.round(Number(gib) * 1024) * mebibyte

export function draftOf({ placement, location, tags, capacity }: Placing): PlacingDraft {
  const { reserve, overcommit_percent } = capacity
  return {
    placement,
    location: location ?? '',
    tags: { chips: tags, typed: '' },
    reserve: {
      memory: inGib(reserve.memory_bytes),
      cpu: String(reserve.cpu_percent),
      disk: inGib(reserve.disk_bytes),
    },
    promised: {
      memory: String(overcommit_percent.memory),
      cpu: String(overcommit_percent.cpu),
      disk: String(overcommit_percent.disk),
    },
  }
}

/** Leaves out of what was typed or pasted what cannot belong to it; a comma is a point. */
export const reserveTyped = (resource: Resource, typed: string): string =>
  resource === 'cpu' ? typed.replace(/\D/g, '') : typed.replace(',', '.').replace(/[^\d.]/g, '')

export type PlacingFault = `reserve.${Resource}` | `promised.${Resource}`

export function placingFaults({ reserve, promised }: PlacingDraft): PlacingFault[] {
  return resources.flatMap(resource => {
    const isAmount = (resource === 'cpu' ? /^\d{1,6}$/ : /^\d{1,6}(?:\.\d{0,3})?$/).test(reserve[resource])
    const percent = Number(promised[resource])
    const isShare = /^\d+$/.test(promised[resource]) && percent >= 100 && percent <= 10_000
    return [
      ...(isAmount ? [] : [`reserve.${resource}` as const]),
      ...(isShare ? [] : [`promised.${resource}` as const]),
    ]
  })
}

const bodyOf = ({ placement, location, tags, reserve, promised }: PlacingDraft) => ({
  placement,
  location: location.trim() || null,
  tags: allTags(tags),
  capacity: {
    reserve: {
      memory_bytes: bytesOf(reserve.memory),
      cpu_percent: Number(reserve.cpu),
      disk_bytes: bytesOf(reserve.disk),
    },
    overcommit_percent: {
      memory: Number(promised.memory),
      cpu: Number(promised.cpu),
      disk: Number(promised.disk),
    },
  },
})

export type PlacingChange = Partial<ReturnType<typeof bodyOf>>

/** What differs from what the node has; null: nothing. */
export function placingChange(draft: PlacingDraft, node: Placing): PlacingChange | null {
  const stored = bodyOf(draftOf(node))
  const changed = Object.entries(bodyOf(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof typeof stored]),
  )
  return changed.length === 0 ? null : Object.fromEntries(changed)
}
