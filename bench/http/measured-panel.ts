// The panel that is measured, as its own process, with as many game servers as it is told to have.

import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { createToken } from '../../panel/test/tokens/people.ts'
import { addGameServers } from '../world/population.ts'

export interface Measured {
  url: string
  sessionToken: string
  personalAccessToken: string
}

const panel = await startTestPanel()
// What is remembered must end here as it does in a running panel.
const clock = setInterval(() => {
  panel.clock.nowMs = Date.now()
  panel.logLines.length = 0
}, 10)
const sessionToken = await panel.signIn()
const personalAccessToken = await createToken(panel, sessionToken)

process.on('message', (gameServers: number) => {
  void addGameServers(panel, gameServers).then(() => process.send?.('done'))
})
process.send?.({ url: panel.url, sessionToken, personalAccessToken } satisfies Measured)
process.once('disconnect', () => {
  clearInterval(clock)
  void panel.stop().then(() => process.exit(0))
})
