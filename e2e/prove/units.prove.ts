// The unit files that are shipped: systemd has nothing to say against them, and a machine runs by them as the guide says.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingSystemdHost, type SystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'

const missing = missingSystemdHost()
if (missing !== null) console.warn(`skipped: ${missing}`)
/** The first time on a machine, a small Debian is installed. */
const startLimitMs = 400_000

describe.skipIf(missing !== null)('unit files', () => {
  let host: SystemdHost
  beforeAll(async () => {
    host = await startSystemdHost()
  }, startLimitMs)
  afterAll(() => host?.stop())

  test('1 panel and node run by their units, a game outlives a restart of the daemon, and one is a unit itself', async () => {
    const { code, stdout, stderr } = await host.run(['node', '--no-warnings', 'e2e/units/inside.ts'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      hasIdentity: true,
      panelUser: 998,
      isGameUserOfItsOwn: true,
      hasSurvived: true,
      gameUnits: { running: 1, left: 0 },
      left: 0,
    })
    const files = ['packaging/systemd/rookery-panel.service', 'daemon/install/rookery-daemon.service'].map(
      path => `/rookery/${path}`,
    )
    const verified = await host.run(['systemd-analyze', 'verify', ...files])
    expect(verified).toMatchObject({ code: 0, stderr: '' })
  })
})
