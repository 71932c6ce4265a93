// The places where rounds are fought, in the order in which they follow each other.

export type ArenaMap = { id: string; title: string; look: string }

export const allMaps: ArenaMap[] = [
  {
    id: 'colosseum',
    title: 'The Colosseum (Budget Edition)',
    look: 'Forty thousand seats, eleven spectators, one of them asleep.',
  },
  {
    id: 'kitchen',
    title: 'The Kitchen at Rush Hour',
    look: 'Everything here is hot, sharp, or late for table nine.',
  },
  {
    id: 'museum',
    title: 'The Museum after Closing Time',
    look: 'Please do not touch the exhibits. They have been told not to touch you.',
  },
  {
    id: 'office',
    title: 'The Open-Plan Office',
    look: 'A quick meeting has been scheduled. It has no agenda and no survivors.',
  },
]
export const mapNames = allMaps.map(map => map.id)

export function mapNamed(id: string): ArenaMap | undefined {
  return allMaps.find(map => map.id === id)
}

export function mapAfter(map: ArenaMap): ArenaMap {
  return allMaps[(allMaps.indexOf(map) + 1) % allMaps.length] ?? map
}
