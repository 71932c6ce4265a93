// The armoury: odds, damage and quirks; what they look like in use is in weapon-lines.ts.

export type Quirk = 'stuns' | 'rattles' | 'pricks' | 'sweeps'

export type Weapon = {
  name: string
  words: string[]
  hitChance: number
  damage: [min: number, max: number]
  criticalChance: number
  cooldownMs: number
  quirk?: Quirk
}

export type CarriedWeaponId =
  | 'pan'
  | 'chicken'
  | 'baguette'
  | 'herring'
  | 'trebuchet'
  | 'cactus'
  | 'accordion'
  | 'stapler'
export type WeaponId = CarriedWeaponId | 'fists' | 'beak' | 'tongue' | 'plank'

export const weapons: Record<WeaponId, Weapon> = {
  fists: {
    name: 'bare hands',
    words: ['fists', 'hands'],
    hitChance: 0.75,
    damage: [7, 12],
    criticalChance: 0.08,
    cooldownMs: 1300,
  },
  pan: {
    name: 'a frying pan',
    words: ['pan', 'frying'],
    hitChance: 0.7,
    damage: [13, 19],
    criticalChance: 0.1,
    cooldownMs: 1800,
    quirk: 'stuns',
  },
  chicken: {
    name: 'a rubber chicken',
    words: ['chicken', 'rubber'],
    hitChance: 0.92,
    damage: [7, 11],
    criticalChance: 0.15,
    cooldownMs: 1000,
  },
  baguette: {
    name: 'a stale baguette',
    words: ['baguette', 'bread', 'stale'],
    hitChance: 0.8,
    damage: [10, 16],
    criticalChance: 0.1,
    cooldownMs: 1500,
  },
  herring: {
    name: 'a wet herring',
    words: ['herring', 'fish', 'wet'],
    hitChance: 0.78,
    damage: [9, 15],
    criticalChance: 0.1,
    cooldownMs: 1400,
    quirk: 'rattles',
  },
  trebuchet: {
    name: 'a pocket trebuchet',
    words: ['trebuchet', 'pocket'],
    hitChance: 0.42,
    damage: [34, 50],
    criticalChance: 0.05,
    cooldownMs: 3000,
  },
  cactus: {
    name: 'a potted cactus',
    words: ['cactus', 'potted'],
    hitChance: 0.85,
    damage: [14, 21],
    criticalChance: 0.08,
    cooldownMs: 1600,
    quirk: 'pricks',
  },
  accordion: {
    name: 'a cursed accordion',
    words: ['accordion', 'cursed'],
    hitChance: 0.7,
    damage: [9, 14],
    criticalChance: 0.05,
    cooldownMs: 2000,
    quirk: 'sweeps',
  },
  stapler: {
    name: 'a red stapler',
    words: ['stapler'],
    hitChance: 0.85,
    damage: [8, 13],
    criticalChance: 0.2,
    cooldownMs: 1200,
  },
  beak: {
    name: 'a beak',
    words: ['beak'],
    hitChance: 0.7,
    damage: [5, 10],
    criticalChance: 0.1,
    cooldownMs: 1500,
  },
  tongue: {
    name: 'a sticky tongue',
    words: ['tongue'],
    hitChance: 0.8,
    damage: [1, 4],
    criticalChance: 0.02,
    cooldownMs: 900,
  },
  plank: {
    name: 'a swinging plank',
    words: ['plank'],
    hitChance: 0.9,
    damage: [4, 9],
    criticalChance: 0,
    cooldownMs: 0,
  },
}
