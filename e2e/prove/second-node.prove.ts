// A second machine becomes a node with the one command that the panel shows, pasted into every shell.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGameServer, killGameServer, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Program, runProgram } from '../../test-services/start-program.ts'
import { type Api, signIn } from '../api.ts'
import { pasteCommand, type Shell } from '../join-command.ts'
import { freeGamePorts } from '../ports.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

let panelHome: Awaited<ReturnType<typeof createHome>>
let nodeHome: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api

beforeAll(async () => {
  panelHome = await createHome()
  nodeHome = await createHome()
  rookery = await startRookery(panelHome, { ADMIN_PASSWORD: 'a story about nodes' })
  api = await signIn(rookery.url, { login: 'admin', password: 'a story about nodes' })
})
afterAll(async () => {
  await rookery.interrupt()
  await panelHome.remove()
  await nodeHome.remove()
})

const startDaemon = () =>
  new Program('rookery', { args: ['daemon'], variables: { DATA_DIR: nodeHome.dataDir } })

describe('a second node', () => {
  test.each<Shell>(['sh', 'bash', 'dash'])(
    'joins by the command as it is pasted into %s, and its key is in no process list',
    async shell => {
      const home = await createHome()
      try {
        const { id } = await api.call(createNode, { body: { name: `By ${shell}` } })
        const { command, key } = await api.call(issueEnrollment, { params: { id: String(id) } })
        expect(await pasteCommand(command, { dataDir: home.dataDir, shell, secret: key })).toEqual({
          code: 0,
          output: expect.stringContaining(`this machine is now node ${id}`),
          seen: [],
        })
      } finally {
        await home.remove()
      }
    },
  )

  test('joins by the former command too, which is seen in the process list and says so', async () => {
    const home = await createHome()
    try {
      const { id } = await api.call(createNode, { body: { name: 'The former way' } })
      const { key } = await api.call(issueEnrollment, { params: { id: String(id) } })
      const former = `rookery node enroll ${rookery.url} --key ${key}`
      const joined = await pasteCommand(former, { dataDir: home.dataDir, secret: key })
      expect([joined.code, joined.output]).toEqual([
        0,
        expect.stringContaining('warning: --key shows the key'),
      ])
      // So the watching of the other tests would have seen it.
      expect(joined.seen.length).toBeGreaterThan(0)
    } finally {
      await home.remove()
    }
  })

  test('keeps its file and its games where the enrollment was told, apart from its data', async () => {
    const home = await createHome()
    const configFile = join(home.dataDir, 'etc/daemon.yaml')
    const games = join(home.dataDir, 'games')
    const variables = { DATA_DIR: home.dataDir, DAEMON_CONFIG_FILE: configFile }
    try {
      const { id } = await api.call(createNode, { body: { name: 'Apart' } })
      const params = { id: String(id) }
      const { key } = await api.call(issueEnrollment, { params })
      const keyFile = join(home.dataDir, 'key')
      writeFileSync(keyFile, key)
      const args = ['node', 'enroll', rookery.url, '--key-file', keyFile, '--games', games]
      expect(await runProgram('rookery', args, variables)).toMatchObject({ status: 0 })
      expect(readFileSync(configFile, 'utf8')).toContain(`work_path: ${games}`)
      expect(existsSync(join(home.dataDir, 'daemon/daemon.yaml'))).toBe(false)
      const daemon = new Program('rookery', { args: ['daemon'], variables })
      await waitFor('the node is online', async () => (await api.call(readNode, { params })).online)
      expect((await api.call(readNode, { params })).work_path).toBe(games)
      expect(await daemon.end('SIGTERM')).toBe(0)
    } finally {
      await home.remove()
    }
  })

  test('joins with its one-time key, runs a game, and the key works no second time', async () => {
    const node = await api.call(createNode, { body: { name: 'Second' } })
    expect(node).toMatchObject({ enrolled: false, online: false })
    const { command, key } = await api.call(issueEnrollment, { params: { id: String(node.id) } })
    const { dataDir } = nodeHome

    const wrong = command.replace(/rk1_./, first => (first === 'rk1_X' ? 'rk1_Y' : 'rk1_X'))
    expect((await pasteCommand(wrong, { dataDir })).code).toBe(1)
    expect(existsSync(join(nodeHome.dataDir, 'daemon', 'daemon.yaml'))).toBe(false)

    expect(await pasteCommand(command, { dataDir, secret: key })).toMatchObject({ code: 0, seen: [] })
    expect((await pasteCommand(command, { dataDir })).code).toBe(1)
    expect(readdirSync(join(nodeHome.dataDir, 'daemon'))).toContain('daemon.yaml')

    const daemon = startDaemon()
    const readSecond = () => api.call(readNode, { params: { id: String(node.id) } })
    await waitFor('the second node is online', async () => (await readSecond()).online)
    const template = (await api.call(listTemplates, {})).find(({ slug }) => slug === 'arena')
    const ids = { node_id: node.id, template_id: template?.id ?? 0 }
    const server = await api.call(createGameServer, {
      body: { name: 'Far away', ...ids, ...(await freeGamePorts()), start: true },
    })
    await api.waitForState(server.id, 'running')
    await api.call(killGameServer, { params: { server: String(server.id) } })
    await api.waitForState(server.id, 'stopped')

    expect(await daemon.end('SIGTERM')).toBe(0)
    await waitFor('the second node is away', async () => !(await readSecond()).online)
    expect((await readSecond()).last_seen_at).not.toBeNull()

    const { task_id } = await api.call(startGameServer, { params: { server: String(server.id) } })
    const waiting = await api.call(readTask, { params: { id: String(task_id) } })
    expect(waiting).toMatchObject({ status: 'waiting', reason: expect.stringContaining('not connected') })
    const back = startDaemon()
    await api.waitForState(server.id, 'running')
    await waitFor('the task has ended', async () => {
      const task = await api.call(readTask, { params: { id: String(task_id) } })
      return task.status === 'success'
    })
    await api.call(killGameServer, { params: { server: String(server.id) } })
    await api.waitForState(server.id, 'stopped')
    await back.end('SIGTERM')
  })
})
