// The panel that is measured, as its own process: somebody with 50 game servers, among as many others as it is told.

import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson, createToken } from '../../panel/test/tokens/people.ts'
import { addGameServers, addTokens, addUsers, allowFirst } from '../world/population.ts'

export interface Others {
  users: number
  gameServers: number
}

export interface Measured {
  url: string
  personalAccessToken: string
}

const ownGameServers = 50

process.once('message', ({ users, gameServers }: Others) => void start(users, ownGameServers + gameServers))

async function start(users: number, gameServers: number): Promise<void> {
  const panel = await startTestPanel()
  // What is remembered must end here as it does in a running panel.
  const clock = setInterval(() => {
    panel.clock.nowMs = Date.now()
    panel.logLines.length = 0
  }, 10)
  process.once('disconnect', () => {
    clearInterval(clock)
    void panel.stop().then(() => process.exit(0))
  })
  await addGameServers(panel, gameServers)
  await addUsers(panel, { users, entries: 10 * users, gameServers })
  await addTokens(panel)
  const person = await addPerson(panel, 'measured')
  await allowFirst(panel, person.id, ownGameServers)
  const personalAccessToken = await createToken(panel, person.sessionToken)
  process.send?.({ url: panel.url, personalAccessToken } satisfies Measured)
}
