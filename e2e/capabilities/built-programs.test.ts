// Capabilities through the programs that are shipped: archives, RCON, SFTP, the trash and plugins that fetch, each in a
// short story.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { archiveFormats } from '@rookery/contracts/daemon/file-request.ts'
import {
  listDeletedServers,
  purgeDeletedServer,
  restoreDeletedServer,
} from '@rookery/contracts/http/deleted-servers.ts'
import { archiveFiles, extractArchive } from '@rookery/contracts/http/files.ts'
import {
  createGameServer,
  deleteGameServer,
  readGameServer,
  startGameServer,
  stopGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { changePlugin, deletePlugin, type Plugin } from '@rookery/contracts/http/plugins.ts'
import { sendRconCommand } from '@rookery/contracts/http/rcon.ts'
import { createSftpPassword } from '@rookery/contracts/http/sftp.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import { rconProtocols } from '@rookery/contracts/template/control.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBySevenZip } from '../../daemon/test/install/create-archives.ts'
import { asks, packageOf } from '../../panel/test/plugins/plugin-packages.ts'
import { Programs } from '../live/programs.ts'
import { openSsh } from '../sftp/openssh.ts'
import { deleteGameServers, sharedGamePorts, sharedSftpPort } from '../story.ts'
import { waitFor } from '../wait-for.ts'
import { password, rconGames } from './rcon-games.ts'

const game = 'echo ready; while read line; do [ "$line" = quit ] && exit 0; done'
const programs = new Programs({ inSharedProduct: true })
let server: { server: string }
let folder: string

beforeAll(async () => {
  await programs.start()
  server = { server: String(await programs.addGame(game)) }
  const { uuid } = await programs.api.call(readGameServer, { params: server })
  folder = join(programs.nodeFolder, 'servers', uuid)
  mkdirSync(join(folder, 'maps'))
  writeFileSync(join(folder, 'maps', 'dust.txt'), 'sand\n')
})
afterAll(() => programs.stop())

test.each(archiveFormats)('8.3 an archive of the format %s is packed and unpacked', async format => {
  const target = `maps.${format}`
  const body = { paths: ['maps'], format, target }
  const packed = await programs.api.call(archiveFiles, { params: server, body })
  expect(await programs.ended(packed.task_id)).toMatchObject({ status: 'success' })
  const into = { path: target, target: `from-${format}` }
  const unpacked = await programs.api.call(extractArchive, { params: server, body: into })
  expect(await programs.ended(unpacked.task_id)).toMatchObject({ status: 'success' })
  expect(readFileSync(join(folder, into.target, 'maps', 'dust.txt'), 'utf8')).toBe('sand\n')
})

test('8.3 a 7z archive is unpacked; to make one is refused, naming the formats that can be made', async () => {
  const archive = await createBySevenZip('7z', [{ name: 'dust.txt', content: 'sand\n' }])
  writeFileSync(join(folder, 'given.7z'), archive)
  const into = { path: 'given.7z', target: 'from-7z' }
  const unpacked = await programs.api.call(extractArchive, { params: server, body: into })
  expect(await programs.ended(unpacked.task_id)).toMatchObject({ status: 'success' })
  expect(readFileSync(join(folder, into.target, 'dust.txt'), 'utf8')).toBe('sand\n')
  const body = { paths: ['maps'], format: '7z' as 'zip', target: 'maps.7z' }
  const refused = programs.api.call(archiveFiles, { params: server, body })
  await expect(refused).rejects.toThrow(/422.*must be one of zip, tar, tar\.gz, tar\.xz/s)
})

test.each(rconProtocols)('a game is spoken to by RCON of the kind %s', async protocol => {
  const text = JSON.stringify({
    ...{
      slug: `rcon-${protocol}`,
      name: protocol,
      game: 'script',
      description: '',
      command: ['/bin/sh', 'game.sh'],
    },
    process_managers: ['process'],
    ports: {
      game: { protocol: 'tcp', default: 20_000 },
      rcon: { protocol: protocol === 'source' || protocol === 'minecraft' ? 'tcp' : 'udp', default: 20_001 },
    },
    install: [{ do: 'write-file', path: 'game.sh', content: game, words: 'writing the game' }],
    ready: { pattern: 'ready' },
    stop: { method: { by: 'command', command: 'quit' } },
    rcon: { protocol },
  })
  const template = await programs.api.call(createTemplate, { body: { text } })
  const { port, rcon_port } = await sharedGamePorts()
  const { id, task_id } = await programs.api.call(createGameServer, {
    body: {
      ...{ name: protocol, node_id: programs.nodeId, template_id: template.id, port, rcon_port },
      ip: '127.0.0.1',
      rcon_password: password,
    },
  })
  onTestFinished(() => deleteGameServers(programs.api, [id]))
  const params = { server: String(id) }
  await programs.ended(task_id ?? 0)
  await programs.ended((await programs.api.call(startGameServer, { params })).task_id)
  await rconGames[protocol](rcon_port)
  const body = { command: 'say hello' }
  expect((await programs.api.call(sendRconCommand, { params, body })).output).toContain('heard say hello')
})

test('L12 a file comes and goes by SFTP', async () => {
  const port = await sharedSftpPort()
  const { password: own } = await programs.api.call(createSftpPassword, {})
  const ssh = openSsh()
  onTestFinished(() => ssh.remove())
  writeFileSync(join(ssh.folder, 'sent.txt'), 'by sftp\n')
  const who = { username: `${programs.login}.${server.server}`, port, proof: { password: own } }
  const { code, text } = await ssh.batch(who, [
    `put ${ssh.folder}/sent.txt sent.txt`,
    `get maps/dust.txt ${ssh.folder}/dust.txt`,
  ])
  expect(code, text).toBe(0)
  expect(readFileSync(join(folder, 'sent.txt'), 'utf8')).toBe('by sftp\n')
  expect(readFileSync(join(ssh.folder, 'dust.txt'), 'utf8')).toBe('sand\n')
})

test('a deleted server comes back out of the trash with its files and starts; deleted again, its files go for good', async () => {
  const { api } = programs
  const id = await programs.addGame(game)
  const params = { server: String(id) }
  const { uuid } = await api.call(readGameServer, { params })
  const world = join(programs.nodeFolder, 'servers', uuid, 'world.dat')
  writeFileSync(world, 'a world\n')
  await api.call(deleteGameServer, { params })
  const inTrash = async () => (await api.call(listDeletedServers, {})).filter(one => one.uuid === uuid)
  expect(await inTrash()).toMatchObject([{ node: { id: programs.nodeId } }])
  // Those it had may be another story's by now.
  const { port, rcon_port } = await sharedGamePorts()
  const body = { port, rcon_port }
  expect(await api.call(restoreDeletedServer, { params: { uuid }, body })).toEqual({ id })
  expect(readFileSync(world, 'utf8')).toBe('a world\n')
  await waitFor('the node has it again', async () => {
    const { state, installed_at } = await api.call(readGameServer, { params })
    return state === 'stopped' && installed_at !== null
  })
  const started = await api.call(startGameServer, { params })
  expect(await programs.ended(started.task_id)).toMatchObject({ status: 'success' })
  const stopped = await api.call(stopGameServer, { params })
  expect(await programs.ended(stopped.task_id)).toMatchObject({ status: 'success' })
  await api.call(deleteGameServer, { params })
  await api.call(purgeDeletedServer, { params: { uuid } })
  await waitFor('its files are gone', () => !existsSync(world))
  expect(await inTrash()).toEqual([])
})

test('8.4 a plugin fetches from another server', async () => {
  const other = createServer((request, response) => response.end(`${request.method} ${request.url}`))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/news`
  const body = await packageOf(
    {
      permissions: [{ permission: 'http', reason: 'to fetch' }],
      routes: [{ method: 'GET', path: '/news', access: 'signed-in' }],
    },
    { 'plugin.wasm': asks({ call: 'http.fetch', argument: { url } }) },
  )
  const authorization = `Bearer ${programs.api.sessionToken}`
  const uploaded = await fetch(`${programs.url}/api/plugins`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/zip' },
    body: new Uint8Array(body),
  })
  const { id } = (await uploaded.json()) as Plugin
  const params = { id: String(id) }
  onTestFinished(() => programs.api.call(deletePlugin, { params }))
  const granted = { enabled: true, granted: ['http' as const] }
  await programs.api.call(changePlugin, { params, body: granted })
  const answer = await fetch(`${programs.url}/api/plugins/${id}/http/news`, { headers: { authorization } })
  expect([answer.status, await answer.text()]).toEqual([200, 'GET /news'])
})
