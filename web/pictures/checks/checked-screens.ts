// The screens that are checked every time: one of every address, and one of each kind of dialog, menu and step.

import type { Screen } from '../screen.ts'
import { allScreens } from '../screens/all-screens.ts'

/** One of each kind: a menu, a question, a form, a choice, steps, and what is empty or has failed. */
const further = [
  'file-conflict',
  'menu',
  'palette',
  'schedules-new',
  'server-crashed',
  'server-kill',
  'settings-changed',
  'two-factor-setup',
]

/** An address without what it asks for and without its numbers. */
export const addressOf = (path: string): string =>
  (path.split('?')[0] ?? '').replaceAll(/\/\d+(?=\/|$)/g, '/1')

/** Of each address the simplest: a scene of its own needs the application once more. */
export async function checkedScreens(): Promise<Screen[]> {
  const screens = await allScreens()
  const byAddress = Map.groupBy(screens, ({ path }) => addressOf(path))
  const simplest = [...byAddress.values()].map(same =>
    same.toSorted((one, other) => Number(!isPlain(one)) - Number(!isPlain(other))).at(0),
  )
  return screens.filter(screen => simplest.includes(screen) || further.includes(screen.name))
}

const isPlain = ({ scene, language }: Screen) => !scene && !language

export interface SceneScreens {
  /** The first of its screens. */
  name: string
  screens: Screen[]
}

/** Screens of one scene need the application only once; those that nothing is done on come first. */
export function scenesOf(screens: readonly Screen[]): SceneScreens[] {
  const byScene = Map.groupBy(screens, ({ scene = {}, isSignedOut, language }) =>
    JSON.stringify([scene, isSignedOut, language]),
  )
  return [...byScene.values()].map(ofScene => ({
    name: `as ${ofScene[0]?.name}`,
    screens: ofScene.toSorted((one, other) => Number(Boolean(one.act)) - Number(Boolean(other.act))),
  }))
}
