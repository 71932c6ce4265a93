// Map: the kitchen of a restaurant with no stars left to lose.

import type { ArenaMap } from '../arena-map.ts'

export const kitchen: ArenaMap = {
  id: 'kitchen',
  title: 'Kitchen of the Last Resort',
  greeting: 'The health inspector went in on Tuesday. Nobody has seen the inspector since.',
  gooseRoomId: 'larder',
  dummyRoomId: 'dining',
  rooms: [
    {
      id: 'stoves',
      name: 'the Stoves',
      look: 'Twelve flames, nine pans, one eyebrow among the staff.',
      exits: { north: 'larder', east: 'freezer', south: 'dining', west: 'sinks' },
      items: ['pan'],
      hazard: {
        damage: 35,
        shoved: '{V} <sit|sits> on the big burner and <leave|leaves> it, briskly.',
        death: '{V} <are|is> served medium rare.',
      },
    },
    {
      id: 'larder',
      name: 'the Larder',
      look: 'Shelves to the ceiling. Something in the flour is breathing.',
      exits: { south: 'stoves' },
      items: ['baguette', 'red'],
    },
    {
      id: 'freezer',
      name: 'the Freezer',
      look: 'Minus eighteen. The door says PULL on both sides.',
      exits: { west: 'stoves', south: 'terrace' },
      items: ['herring', 'trebuchet'],
    },
    {
      id: 'sinks',
      name: 'the Sinks',
      look: 'A tower of plates, and a sponge that has started to vote.',
      exits: { east: 'stoves', south: 'office' },
      items: ['chicken'],
      hazard: {
        damage: 30,
        shoved: '{V} <go|goes> head first into the dishwater and <come|comes> up with a fork somewhere.',
        death: '{V} <are|is> rinsed, and will not be needing the drying rack.',
      },
    },
    {
      id: 'dining',
      name: 'the Dining Room',
      look: 'Candles, linen, and one guest who has been waiting for his soup since spring.',
      exits: { north: 'stoves', east: 'terrace', west: 'office' },
      items: ['accordion'],
    },
    {
      id: 'terrace',
      name: 'the Terrace',
      look: 'Potted plants, all of them armed.',
      exits: { north: 'freezer', west: 'dining' },
      items: ['cactus', 'espresso'],
    },
    {
      id: 'office',
      name: "the Manager's Cubby",
      look: 'Unpaid bills as wallpaper. A flask marked PERSONAL.',
      exits: { north: 'sinks', east: 'dining' },
      items: ['flask', 'stapler'],
    },
  ],
}
