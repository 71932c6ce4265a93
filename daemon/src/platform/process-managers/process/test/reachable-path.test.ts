// Which paths a user without any rights may reach, on real folders.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { whyOthersCannot } from '../reachable-path.ts'

describe('reachable path', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-'))
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'closed/inner'), { recursive: true })
    mkdirSync(join(folder, 'open'))
    for (const name of ['closed/inner/program', 'open/program']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n')
      chmodSync(join(folder, name), 0o755)
    }
    for (const name of ['closed/inner', 'open']) chmodSync(join(folder, name), 0o755)
    chmodSync(join(folder, 'closed'), 0o700)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('an open way is open for each kind of access', async () => {
    expect(await whyOthersCannot('enter', join(folder, 'open'))).toBeNull()
    expect(await whyOthersCannot('read', join(folder, 'open/program'))).toBeNull()
    expect(await whyOthersCannot('execute', join(folder, 'open/program'))).toBeNull()
  })

  test('a closed folder anywhere above is named', async () => {
    const why = await whyOthersCannot('execute', join(folder, 'closed/inner/program'))
    expect(why).toBe(`${join(folder, 'closed')} has mode 0700, so other users cannot pass it`)
  })

  test('a link is checked by where it leads', async () => {
    symlinkSync(join(folder, 'closed/inner'), join(folder, 'open/link'))
    symlinkSync('../open/program', join(folder, 'open/good'))
    symlinkSync('loop', join(folder, 'open/loop'))
    expect(await whyOthersCannot('read', join(folder, 'open/link/program'))).toMatch(/closed has mode 0700/)
    expect(await whyOthersCannot('execute', join(folder, 'open/good'))).toBeNull()
    expect(await whyOthersCannot('read', join(folder, 'open/loop'))).toMatch(/more than 40 links/)
  })

  test('the last component needs the right bit', async () => {
    chmodSync(join(folder, 'open/program'), 0o744)
    expect(await whyOthersCannot('read', join(folder, 'open/program'))).toBeNull()
    expect(await whyOthersCannot('execute', join(folder, 'open/program'))).toMatch(/has mode 0744/)
    expect(await whyOthersCannot('read', join(folder, 'open/missing'))).toMatch(/missing does not exist/)
  })
})
