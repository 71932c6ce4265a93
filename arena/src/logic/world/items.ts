// Everything that can lie on a floor, by id.

import { type CarriedWeaponId, weapons } from './weapons.ts'

export type PotionId = 'red' | 'espresso' | 'flask'
export type ItemId = CarriedWeaponId | PotionId

type Potion = { name: string; words: string[] }

export const potions: Record<PotionId, Potion> = {
  red: { name: 'a red potion', words: ['red', 'potion'] },
  espresso: { name: 'a double espresso', words: ['espresso', 'coffee', 'double'] },
  flask: { name: 'a mystery flask', words: ['flask', 'mystery'] },
}

export function isPotion(item: ItemId): item is PotionId {
  return item in potions
}

export function itemName(item: ItemId): string {
  return isPotion(item) ? potions[item].name : weapons[item].name
}

export function itemWords(item: ItemId): string[] {
  return isPotion(item) ? potions[item].words : weapons[item].words
}
