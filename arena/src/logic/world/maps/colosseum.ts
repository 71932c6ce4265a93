// Map: a Roman colosseum with a modest budget.

import type { ArenaMap } from '../arena-map.ts'

export const colosseum: ArenaMap = {
  id: 'colosseum',
  title: 'The Colosseum (Budget Edition)',
  greeting: 'Forty thousand seats, eleven spectators, one of them asleep.',
  gooseRoomId: 'pond',
  dummyRoomId: 'yard',
  rooms: [
    {
      id: 'sand',
      name: 'the Sand',
      look: 'The middle of everything. The sand is imported; the stains are local.',
      exits: { north: 'box', east: 'pit', south: 'gate', west: 'yard' },
      items: ['pan'],
    },
    {
      id: 'box',
      name: "the Emperor's Box",
      look: 'Velvet cushions, stale grapes, and a sign: THUMBS ONLY.',
      exits: { south: 'sand', east: 'balcony' },
      items: ['chicken', 'espresso'],
    },
    {
      id: 'balcony',
      name: 'the Balcony',
      look: 'A splendid view, and a railing that was the lowest bid.',
      exits: { west: 'box', south: 'pit' },
      items: ['trebuchet'],
      hazard: {
        damage: 40,
        shoved:
          '{V} <go|goes> through the railing, <meet|meets> several awnings and a fruit stall, and <limp|limps> back up.',
        death: '{V} <take|takes> the fast way down from the balcony.',
      },
    },
    {
      id: 'pit',
      name: 'the Lion Pit',
      look: 'The lion is on a diet and would like to discuss it.',
      exits: { north: 'balcony', west: 'sand', south: 'pond' },
      items: ['cactus', 'red'],
      hazard: {
        damage: 30,
        shoved: '{V} <land|lands> on the lion. The lion objects.',
        death: '{V} <end|ends> the diet of the lion.',
      },
    },
    {
      id: 'gate',
      name: 'the Gate of Life',
      look: 'Those who leave this way have won. The hinges have rusted shut.',
      exits: { north: 'sand', east: 'pond' },
      items: ['baguette'],
    },
    {
      id: 'pond',
      name: 'the Ornamental Pond',
      look: 'Lilies, a fountain, and the strong feeling of being judged by a bird.',
      exits: { north: 'pit', west: 'gate' },
      items: ['herring'],
    },
    {
      id: 'yard',
      name: 'the Training Yard',
      look: 'Racks of wooden swords, all of them signed out.',
      exits: { east: 'sand' },
      items: ['flask'],
    },
  ],
}
