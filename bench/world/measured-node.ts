// The node that is measured, as its own process with its own keeper: node bench/world/measured-node.ts URL KEY

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { openApp } from '../../daemon/src/app.ts'
import { enroll } from '../../daemon/src/platform/panel-link/enroll.ts'
import { PanelLink } from '../../daemon/src/platform/panel-link/panel-link.ts'
import { appOptions, endKeeper, openTestFolder } from '../../daemon/test/open-test-node.ts'

const [, , panelUrl = '', key = ''] = process.argv
const folder = openTestFolder()
const enrolled = await enroll({ panelUrl, key, folder })
const toPanel: { link?: PanelLink } = {}
const options = appOptions(folder, message => void toPanel.link?.send(message), { nodeId: enrolled.nodeId })
const app = await openApp(options)
const link = new PanelLink({
  ...enrolled,
  instanceId: randomUUID(),
  hooks: app.hooks,
  saveCertificate: async () => {},
  log: options.log,
  clock: Date.now,
  random: Math.random,
})
toPanel.link = link
link.start()
process.send?.('running')
process.once('disconnect', () => void stop())

async function stop(): Promise<never> {
  await link.close()
  await app.close()
  await endKeeper(folder)
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
