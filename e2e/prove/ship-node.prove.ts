// A machine with a real systemd becomes a node by one line of shell, keeps its games through a second run, and is rid of it.

import { expect, test } from 'vitest'
import { findProgram } from '../../test-services/running-component.ts'
import { missingSystemdHost, startSystemdHost } from '../../test-services/systemd-host.ts'

const missing = missingSystemdHost() ?? (findProgram('busybox') === null ? 'busybox is not installed' : null)
if (missing !== null) console.warn(`skipped: ${missing}`)

test.skipIf(missing !== null)('1 a node by one line, run twice, and uninstalled', async () => {
  // Named wget, busybox is one: the small Debian has none.
  const host = await startSystemdHost({ folders: { '/usr/local/bin/wget': findProgram('busybox') ?? '' } })
  try {
    const { code, stdout, stderr } = await host.run(['node', '--no-warnings', 'e2e/units/inside-install.ts'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      isEnabledBefore: true,
      hasSurvived: true,
      isRefusedWhileGamesRun: true,
      left: [],
      gameFilesLeft: 1,
      unit: 'inactive',
      gamesLeft: 0,
    })
  } finally {
    await host.stop()
  }
})
