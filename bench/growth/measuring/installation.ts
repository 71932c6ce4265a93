// A generated installation with its panel, and with people who are signed in to it.

import { everybodysPassword } from '../filling/fill-installation.ts'
import { administratorNumber, firstOwner, loginOf } from '../logic/people.ts'
import type { Sizes } from '../logic/sizes.ts'
import { openConnection, type Question } from './connection.ts'
import { type PanelProcess, startPanel } from './panel-process.ts'
import type { Place } from './place.ts'

export interface Installation {
  sizes: Sizes
  panel: PanelProcess
  /** Session tokens. */
  administrator: string
  owner: string
  /** Of somebody who has signed out. */
  ended: string
  /** The id of a game server that the owner may see. */
  ownedGameServer: number
}

export async function startInstallation(place: Place): Promise<Installation> {
  const panel = await startPanel(place.variables)
  try {
    const owner = firstOwner(place.sizes)
    const [administratorToken, ownerToken, ended] = [
      await signIn(panel, administratorNumber),
      await signIn(panel, owner),
      await signIn(panel, owner),
    ]
    await ask(panel, { method: 'POST', path: '/api/auth/logout', bearer: ended, status: 204 })
    const owned = await ask(panel, { path: '/api/servers', bearer: ownerToken })
    return {
      sizes: place.sizes,
      panel,
      administrator: administratorToken,
      owner: ownerToken,
      ended,
      ownedGameServer: JSON.parse(owned)[0].id,
    }
  } catch (error) {
    await panel.stop()
    throw error
  }
}

export const signingIn = (number: number): Question => ({
  method: 'POST',
  path: '/api/auth/login',
  body: { login: loginOf(number), password: everybodysPassword },
})

async function signIn(panel: PanelProcess, number: number): Promise<string> {
  return JSON.parse(await ask(panel, signingIn(number))).token
}

async function ask(panel: PanelProcess, question: Question): Promise<string> {
  const connection = await openConnection(panel.port)
  try {
    return await connection.ask(question)
  } finally {
    connection.close()
  }
}
