// The panel that is measured, as its own process, with as many game servers as it is told to have and as little kept.

import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { createToken } from '../../panel/test/tokens/people.ts'
import { addGameServers, spreadOverNodes } from '../world/population.ts'

export interface Measured {
  url: string
  sessionToken: string
  personalAccessToken: string
}

export interface Order {
  /** At least so many. */
  gameServers: number
  /** So many of them on each node; else all are on one. */
  perNode?: number
  /** What happens between answers; nothing: whatever is kept is used. */
  between: 'nothing' | 'a write after each tenth' | 'forgetting after each'
}

const panel = await startTestPanel()
// What is remembered must end here as it does in a running panel.
const clock = setInterval(() => {
  panel.clock.nowMs = Date.now()
}, 10)
const sessionToken = await panel.signIn()
const personalAccessToken = await createToken(panel, sessionToken)

let between: Order['between'] = 'nothing'
let answers = 0
/** Every answer leaves a line in the log. */
panel.logLines.push = () => {
  answers += 1
  if (between === 'forgetting after each') panel.versions.count('all')
  if (between === 'a write after each tenth' && answers % 10 === 0) void write()
  return 0
}

/** As when a node tells a new state. */
async function write(): Promise<void> {
  const state_changed_at = Date.now() + answers
  const one = 1 + ((answers / 10) % 50)
  await panel.db.updateTable('game_servers').set({ state_changed_at }).where('id', '=', one).execute()
}

async function obey(order: Order): Promise<void> {
  between = order.between
  if (order.gameServers > 0) await addGameServers(panel, order.gameServers)
  if (order.perNode) await spreadOverNodes(panel, order.perNode)
}

process.on('message', (order: Order) => {
  void obey(order).then(() => process.send?.('done'))
})
process.send?.({ url: panel.url, sessionToken, personalAccessToken } satisfies Measured)
process.once('disconnect', () => {
  clearInterval(clock)
  void panel.stop().then(() => process.exit(0))
})
