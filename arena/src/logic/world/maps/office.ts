// Map: an open-plan office on a Monday.

import type { ArenaMap } from '../arena-map.ts'

export const office: ArenaMap = {
  id: 'office',
  title: 'Open-Plan Office, Monday',
  greeting: 'This fight could have been an email.',
  gooseRoomId: 'meeting',
  dummyRoomId: 'desks',
  rooms: [
    {
      id: 'desks',
      name: 'the Desks',
      look: 'Rows of screens, each showing one spreadsheet and one holiday.',
      exits: { north: 'meeting', east: 'kitchenette', south: 'lobby', west: 'copier' },
      items: ['stapler'],
    },
    {
      id: 'meeting',
      name: 'the Meeting Room',
      look: 'A whiteboard says SYNERGY. Below it, smaller: help.',
      exits: { south: 'desks', east: 'window' },
      items: ['accordion', 'flask'],
    },
    {
      id: 'window',
      name: 'the Corner Office',
      look: 'Tall windows, thick carpet, and a putter nobody ever used.',
      exits: { west: 'meeting', south: 'kitchenette' },
      items: ['trebuchet', 'cactus'],
      hazard: {
        damage: 40,
        shoved: '{V} <leave|leaves> by the window and <come|comes> back by the lift, out of breath.',
        death: '{V} <pursue|pursues> opportunities outside the company, downwards.',
      },
    },
    {
      id: 'kitchenette',
      name: 'the Kitchenette',
      look: 'The fridge holds a lunch with a name on it, and the name is Legion.',
      exits: { north: 'window', west: 'desks' },
      items: ['espresso', 'pan', 'baguette'],
    },
    {
      id: 'copier',
      name: 'the Copier Corner',
      look: 'PC LOAD PAPYRUS, says the machine. Its tray is hungry.',
      exits: { east: 'desks' },
      items: ['chicken'],
      hazard: {
        damage: 30,
        shoved: '{V} <are|is> copied double-sided, stapled and returned.',
        death: '{V} <jam|jams> the copier. Facilities has been notified.',
      },
    },
    {
      id: 'lobby',
      name: 'the Lobby',
      look: 'A fountain, a fern, and a visitor badge for everybody but you.',
      exits: { north: 'desks' },
      items: ['red', 'herring'],
    },
  ],
}
