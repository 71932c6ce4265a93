// The compose files as an operator runs them: parsed, brought up, healthy, with settings of a file, and down again.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../api.ts'
import { waitFor } from '../wait-for.ts'
import { type ImageWorld, missingCompose, openImageWorld } from './image-world.ts'

const missing = missingCompose()
if (missing !== null) console.warn(`skipped: ${missing}`)

const files = join(import.meta.dirname, '..', '..', 'docs', 'operate', 'docker')
const administrator = { login: 'admin', password: 'brought up by compose' }

describe.skipIf(missing !== null)('the compose files', () => {
  let world: ImageWorld
  let folder = ''
  const panelFile = join(files, 'panel.compose.yaml')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-compose-'))
    world = await openImageWorld()
    await world.build('rookery')
  }, 600_000)
  afterAll(async () => {
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)

  test('both are understood, and each is a project of its own', async () => {
    const names: string[] = []
    for (const name of ['panel', 'node']) {
      const text = await world.compose(
        '-f',
        join(files, `${name}.compose.yaml`),
        'config',
        '--format',
        'json',
      )
      const project = JSON.parse(text) as { name: string; services: Record<string, { image: string }> }
      expect(project.services[name]?.image).toBe('rookery')
      names.push(project.name)
    }
    expect(names).toEqual(['rookery-panel', 'rookery-node'])
  })

  test('the panel comes up healthy, with the settings of its file, and goes down at once; its data stay', async () => {
    const settings = join(folder, 'panel.env')
    writeFileSync(
      settings,
      `HTTP_HOST=panel.example\nADMIN_PASSWORD=${administrator.password}\nAUTH_BCRYPT_COST=10\n`,
    )
    // The documented ports may be taken here, and nobody waits half a minute for the first look at its health.
    const changesFile = join(folder, 'changes.yaml')
    writeFileSync(
      changesFile,
      `services:
  panel:
    env_file: ['${settings}']
    healthcheck: { interval: 2s }
    network_mode: bridge
    ports: !override ['127.0.0.1::8025']
`,
    )
    const panel = (...args: string[]) => world.compose('-f', panelFile, '-f', changesFile, ...args)
    try {
      await panel('up', '--detach', '--no-build', '--wait', '--wait-timeout', '90')
      const place = (await panel('port', 'panel', '8025')).trim()
      const url = `http://${place}`
      await waitFor('it answers', () =>
        fetch(`${url}/api/ready`).then(
          answer => answer.ok,
          () => false,
        ),
      )
      await signIn(url, administrator)
      const reported = await panel('exec', '-T', 'panel', 'node', '-p', 'process.env.HTTP_HOST')
      expect(reported.trim()).toBe('panel.example')
      await panel('down', '--timeout', '35')
      expect(await world.docker('volume', 'ls', '--quiet')).toContain('rookery-panel_panel')
    } finally {
      await panel('down', '--volumes', '--timeout', '1')
    }
  }, 300_000)
})
