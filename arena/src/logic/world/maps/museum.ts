// Map: a museum after closing time.

import type { ArenaMap } from '../arena-map.ts'

export const museum: ArenaMap = {
  id: 'museum',
  title: 'Museum After Hours',
  greeting: 'Please do not touch the exhibits. Hitting with them is not mentioned.',
  gooseRoomId: 'dinosaur',
  dummyRoomId: 'armour',
  rooms: [
    {
      id: 'hall',
      name: 'the Great Hall',
      look: 'Marble, echoes, and a cloakroom that has kept every coat since 1911.',
      exits: { north: 'dinosaur', east: 'armour', west: 'modern' },
      items: ['red'],
    },
    {
      id: 'dinosaur',
      name: 'the Dinosaur Room',
      look: 'A tyrannosaur, assembled by somebody who had seen a chicken once.',
      exits: { south: 'hall', east: 'egypt', west: 'roof' },
      items: ['chicken', 'herring'],
    },
    {
      id: 'armour',
      name: 'the Hall of Armour',
      look: 'Rows of empty knights. The second from the left just sneezed.',
      exits: { west: 'hall', north: 'egypt' },
      items: ['pan', 'trebuchet'],
    },
    {
      id: 'egypt',
      name: 'the Egyptian Wing',
      look: 'Everything here is cursed, except the bench, which is merely uncomfortable.',
      exits: { west: 'dinosaur', south: 'armour' },
      items: ['accordion', 'flask'],
      hazard: {
        damage: 35,
        shoved: '{V} <fall|falls> into the sarcophagus. The tenant throws {V} out.',
        death: '{V} <are|is> catalogued as "New Kingdom, poor condition".',
      },
    },
    {
      id: 'modern',
      name: 'the Modern Wing',
      look: 'A broom leans on the wall. It is either art or a broom.',
      exits: { east: 'hall', north: 'roof' },
      items: ['cactus', 'baguette'],
    },
    {
      id: 'roof',
      name: 'the Glass Roof',
      look: 'The stars above, a long drop below, and glass of the sort that creaks.',
      exits: { south: 'modern', east: 'dinosaur' },
      items: ['espresso'],
      hazard: {
        damage: 40,
        shoved: '{V} <go|goes> through a pane and <dangle|dangles> from a dinosaur until further notice.',
        death: '{V} <become|becomes> a temporary exhibition on the floor below.',
      },
    },
  ],
}
