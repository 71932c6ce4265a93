// The single-key shortcuts: what a pressed key means, alone or as the second of two.

export const jumpKeys = {
  h: 'home',
  s: 'servers',
  n: 'nodes',
  g: 'templates',
  t: 'tasks',
  a: 'activity',
  u: 'people',
  l: 'plugins',
  ',': 'settings',
  y: 'profile',
} as const

export type JumpPage = (typeof jumpKeys)[keyof typeof jumpKeys]

/** So long the second key may take. */
export const secondKeyMs = 1500

export interface PressedKey {
  key: string
  atMs: number
}

export type ShortcutAction =
  | { action: 'help' }
  | { action: 'jump'; page: JumpPage }
  | { action: 'wait' }
  | null

const isJumpKey = (key: string): key is keyof typeof jumpKeys => Object.hasOwn(jumpKeys, key)

/** `waitingSinceMs` is when `g` was pressed, if it was the key before this one. */
export function actionOf({ key, atMs }: PressedKey, waitingSinceMs: number | null): ShortcutAction {
  if (key === '?') return { action: 'help' }
  if (waitingSinceMs !== null && atMs - waitingSinceMs <= secondKeyMs)
    return isJumpKey(key) ? { action: 'jump', page: jumpKeys[key] } : null
  return key === 'g' ? { action: 'wait' } : null
}

export interface PressedPlace {
  tagName: string
  isEditable: boolean
  hasModifier: boolean
  isTakenAlready: boolean
  isDialogOpen: boolean
}

/** Keys typed into a field, a terminal or a dialog belong to these. */
export const isFree = (place: PressedPlace): boolean =>
  !place.hasModifier &&
  !place.isTakenAlready &&
  !place.isDialogOpen &&
  !place.isEditable &&
  !/^(?:INPUT|TEXTAREA|SELECT)$/.test(place.tagName)
