// Every map in the order in which rounds walk through them.

import type { ArenaMap } from '../arena-map.ts'
import { colosseum } from './colosseum.ts'
import { kitchen } from './kitchen.ts'
import { museum } from './museum.ts'
import { office } from './office.ts'

export const allMaps: ArenaMap[] = [colosseum, kitchen, museum, office]
export const mapNames = allMaps.map(map => map.id)

export function mapNamed(id: string): ArenaMap | undefined {
  return allMaps.find(map => map.id === id)
}

export function mapAfter(map: ArenaMap): ArenaMap {
  return allMaps[(allMaps.indexOf(map) + 1) % allMaps.length] ?? map
}
