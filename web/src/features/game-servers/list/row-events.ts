// What a row or a card needs and tells; the functions never change, so that a row is drawn anew for its own values only.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useMemo, useRef } from 'react'
import type { Abilities, PowerAction } from '../../../parts/power/power-rules.ts'
import type { ListGroup } from './logic/owned-apart.ts'

export interface RowEvents {
  onAct: (gameServer: GameServer, action: PowerAction) => void
  onSelect: (id: number, isRange: boolean) => void
  onActive: (id: number) => void
  onConsole: (gameServer: GameServer) => void
  onOpen: (gameServer: GameServer) => void
  /** The pointer or the focus has come to a name: somebody may open it soon. */
  onNear: () => void
  onTag: (tag: string) => void
}

/** The same functions for as long as the list lives, each calling its newest self. */
export function useRowEvents(events: RowEvents): RowEvents {
  const latest = useRef(events)
  latest.current = events
  return useMemo(
    () => ({
      onAct: (gameServer, action) => latest.current.onAct(gameServer, action),
      onSelect: (id, isRange) => latest.current.onSelect(id, isRange),
      onActive: id => latest.current.onActive(id),
      onConsole: gameServer => latest.current.onConsole(gameServer),
      onOpen: gameServer => latest.current.onOpen(gameServer),
      onNear: () => latest.current.onNear(),
      onTag: tag => latest.current.onTag(tag),
    }),
    [],
  )
}

export interface RowProps {
  gameServer: GameServer
  abilities: Abilities
  isBusy: boolean
  isSelected: boolean
  isActive: boolean
  pageHost: string
  events: RowEvents
}

export interface RowsProps extends RowEvents {
  /** All that match, in their order; only those in sight are drawn. */
  gameServers: readonly GameServer[]
  /** In which groups they stand, one after the other. */
  groups: readonly ListGroup[]
  abilitiesOf: (gameServerId: number) => Abilities
  busyId: number | null
  pageHost: string
  selected: ReadonlySet<number>
  activeId: number | null
  /** Told a moment after scrolling has come to rest. */
  onInSight: (ids: readonly number[]) => void
}

/** Pixels of the heading above a group. */
export const headingHeight = 40

export const headingTexts = { owned: 'serverList.owned', shared: 'serverList.shared' } as const

export const rowDomId = (id: number) => `game-server-${id}`

/** A row with its live values takes long to draw: few beside those in sight, and a few in each frame. */
export const rowPace = { spareRows: 4, rowsPerFrame: 3 }
