// Another ENCRYPTION_KEY: the panel stays the one that its nodes know, and `up` says why its daemon is not connected.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHome, startRookery, startUp } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

test('5.9.4 with another key the daemon of `up` is refused with the reason, and is back with the former key', async () => {
  const home = await createHome()
  try {
    const first = await startRookery(home)
    const link = `http://127.0.0.1:${home.ports.http}/api/nodes/link`
    const authority = await (await fetch(link)).json()
    await first.interrupt()
    const file = join(home.dataDir, 'config.env')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^ENCRYPTION_KEY=.*$/m, 'ENCRYPTION_KEY=another'))
    const up = startUp(home)
    await waitFor('the daemon says why it is refused', () =>
      /^daemon warning: the panel refuses this node.*connection password.*restore the key/m.test(up.output),
    )
    expect(await (await fetch(link)).json()).toEqual(authority)
    await up.end('SIGINT')
    writeFileSync(file, text)
    const again = await startRookery(home)
    await again.interrupt()
  } finally {
    await home.remove()
  }
})
