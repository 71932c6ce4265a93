// config.env is read at start: a change acts after a restart, and not before.

import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { changeNode, listNodes } from '@rookery/contracts/http/nodes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import { signIn } from './api.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'

let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let administrator: { login: string; password: string }

beforeAll(async () => {
  home = await createHome()
  rookery = await startRookery(home)
  administrator = rookery.administrator ?? { login: '', password: '' }
})
afterAll(async () => {
  await rookery.interrupt()
  await home.remove()
})

const frameOptions = async () => (await fetch(`${rookery.url}/api/health`)).headers.get('x-frame-options')

describe('configuration', () => {
  test('0 (C001) a variable changed while the panel runs acts after the restart', async () => {
    expect(await frameOptions()).toBe('SAMEORIGIN')
    appendFileSync(join(home.dataDir, 'config.env'), '\nSECURITY_FRAME_OPTIONS=DENY\n')
    expect(await frameOptions()).toBe('SAMEORIGIN')
    expect(await rookery.interrupt()).toBe(0)
    rookery = await startRookery(home)
    expect(await frameOptions()).toBe('DENY')
  })

  proofTest('a start is ready with the node of this machine under another name', async () => {
    const api = await signIn(rookery.url, administrator)
    const [node] = await api.call(listNodes, {})
    await api.call(changeNode, { params: { id: String(node?.id) }, body: { name: 'Attic' } })
    expect(await rookery.interrupt()).toBe(0)
    rookery = await startRookery(home)
    expect(await api.call(listNodes, {})).toMatchObject([{ id: node?.id, name: 'Attic', online: true }])
  })

  test('5.9 the first start writes strong secrets that only the owner can read', () => {
    const file = join(home.dataDir, 'config.env')
    const text = readFileSync(file, 'utf8')
    expect(/^AUTH_SECRET=(.{32})$/m.exec(text)?.[1]).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(/^ENCRYPTION_KEY=(.+)$/m.exec(text)?.[1]?.length).toBeGreaterThanOrEqual(32)
    expect(text).not.toContain('ADMIN_PASSWORD=')
    for (const name of ['config.env', 'panel.sqlite', 'daemon/daemon.yaml', 'daemon/node-key.pem']) {
      expect(statSync(join(home.dataDir, name)).mode & 0o077, name).toBe(0)
    }
  })

  test('a second start on the same folder is refused with a reason and harms nothing', async () => {
    await expect(startRookery(home)).rejects.toThrow(/already runs/)
    expect(await frameOptions()).toBe('DENY')
  })
})
