// Installations that start programs: SteamCMD (a stand-in), programs of the template, and what is left when they end.

import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  gameScript,
  gameUserIdBase,
  isRoot,
  openTestFolder,
  openTestNode,
  type TestNode,
  until,
} from '../open-test-node.ts'
import { shareKeeper } from '../share-keeper.ts'
import { writeSteamcmd } from './stand-in-steamcmd.ts'

describe('programs of an installation', () => {
  shareKeeper()
  let node: TestNode
  let uuid: string
  let revision: number
  beforeEach(async () => {
    uuid = randomUUID()
    revision = 0
    const folder = openTestFolder()
    node = await openTestNode(
      folder,
      { steamcmdPath: writeSteamcmd(folder) },
      { retryDelaysMs: [10, 10, 10] },
    )
  })
  afterEach(() => node.end())

  const put = (change: Partial<GameServerDefinition>) => {
    revision += 1
    return node.put(1, { uuid, ...change }, revision)
  }
  const steam = (
    app: string,
    more: Partial<Extract<InstallStep, { do: 'steam-app' }>> = {},
  ): InstallStep => ({
    do: 'steam-app',
    app_id: app,
    beta: '',
    beta_password: '',
    mod: '',
    validate: true,
    words: 'installing from Steam',
    ...more,
  })
  const inFolder = (path: string) => join(node.folder, 'servers', uuid, path)
  const messages = () =>
    node.sent.flatMap(message => (message.$case === 'taskUpdate' ? [message.value.message] : []))
  const said = () =>
    node.sent
      .flatMap(message => (message.$case === 'taskOutput' ? [message.value.chunk.toString()] : []))
      .join('')

  it('SteamCMD runs as the game, with its arguments, and its progress is told', async () => {
    put({ install: [steam('740', { beta: 'public-test', mod: 'cstrike' })] })
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success', message: 'it is installed' })
    expect(readFileSync(inFolder('bin/server'), 'utf8')).toBe('server\n')
    expect(readFileSync(inFolder('.steamcmd-calls'), 'utf8').trim()).toBe(
      `+force_install_dir ${inFolder('').replace(/\/$/, '')} +login anonymous +app_set_config 740 mod cstrike +app_update 740 -beta public-test validate +quit`,
    )
    if (isRoot) {
      expect(readFileSync(inFolder('.steamcmd-user'), 'utf8')).toContain(`uid=${gameUserIdBase + 1} `)
      expect(statSync(inFolder('bin/server')).uid).toBe(gameUserIdBase + 1)
    }
    expect(messages()).toContainEqual(
      expect.stringMatching(
        /^installing from Steam: (?:downloading|verifying update): \d of 8 MB \(\d+ %\)$/,
      ),
    )
    expect(said()).toContain('Connecting anonymously to Steam Public...OK\n')
    expect(said()).not.toContain('Update state')
  })

  it('what may work later is tried again, what can never work is said at once', async () => {
    put({ install: [steam('741')] })
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(said()).toContain('Steam did not answer in time: trying again')
    expect(readFileSync(inFolder('.steamcmd-calls'), 'utf8').trim().split('\n').length).toBe(3)
    const never: [string, string][] = [
      ['742', 'No subscription'],
      ['743', 'not enough disk space on the node (0x202)'],
    ]
    for (const [app, text] of never) {
      put({ install: [steam(app)] })
      expect(await node.run(1, 'reinstall')).toMatchObject({
        status: 'error',
        message: expect.stringContaining(text),
        exitCode: 8,
      })
      expect(readdirSync(inFolder(''))).toEqual([])
    }
  })

  it('T-101 a beta cannot bring a command of its own to SteamCMD', async () => {
    for (const beta of ['+quit', 'a +quit', 'a"b', '-login']) {
      put({ install: [steam('740', { beta })] })
      expect(await node.run(1, 'install')).toMatchObject({
        status: 'error',
        message: expect.stringContaining('cannot be given to SteamCMD'),
      })
    }
  })

  it('without SteamCMD it is said what to install', async () => {
    await node.close()
    const other = await openTestNode(undefined, { steamcmdPath: '/nowhere/steamcmd' })
    other.put(1, { install: [steam('740')] })
    expect(await other.run(1, 'install')).toMatchObject({
      message: expect.stringContaining('daemon.yaml names /nowhere/steamcmd as SteamCMD'),
    })
    await other.end()
    await node.open()
  })

  it('canceled: the program is ended with all it has started, and the folder is empty', async () => {
    put({ install: [steam('744')] })
    const task = node.ask(1, 'install')
    await until(() => messages().some(text => text.includes('2 of 8 MB')), 'it is at work')
    await until(() => sleepers().length > 0, 'it waits')
    node.app.tasks.cancel({ taskId: task })
    expect(await node.ended(task)).toMatchObject({ status: 'canceled' })
    expect(readdirSync(inFolder(''))).toEqual([])
    expect(sleepers()).toEqual([])
    put({})
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
  })

  it('a daemon that stops in the middle: not installed, no program left, and a clean folder', async () => {
    put({ install: [steam('744')] })
    node.ask(1, 'install')
    await until(() => existsSync(inFolder('half')), 'it is at work')
    await node.close()
    await node.open()
    expect(node.state(1)).toBe('install_failed')
    expect(node.app.gameServers.get(1)?.record).toMatchObject({
      installed: false,
      reason: 'the daemon was restarted during the installation: install again',
    })
    expect(readdirSync(inFolder(''))).toEqual([])
    expect(sleepers()).toEqual([])
  })

  it('programs of the template get their arguments literally, and their end decides', async () => {
    put({
      install: [
        {
          do: 'write-file',
          path: 'tool.sh',
          content: '#!/bin/sh\nprintf "%s|" "$@" > args; id -u\n',
          words: 'writing',
        },
        { do: 'make-executable', path: 'tool.sh', words: 'making it a program' },
        { do: 'run-program', command: ['./tool.sh', '$(id)', 'a b', '`x`', '; exit 1'], words: 'running it' },
        { do: 'write-file', path: 'old/file', content: 'x', words: 'writing' },
        { do: 'delete', path: 'old', words: 'deleting' },
        { do: 'delete', path: 'never-there', words: 'deleting' },
      ],
    })
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(readFileSync(inFolder('args'), 'utf8')).toBe('$(id)|a b|`x`|; exit 1|')
    if (isRoot) expect(said()).toContain(`\n${gameUserIdBase + 1}\n`)
    expect(readdirSync(inFolder('')).toSorted()).toEqual(['args', 'tool.sh'])
    put({
      install: [
        { do: 'run-program', command: ['sh', '-c', 'echo "no Java here"; exit 3'], words: 'looking' },
      ],
    })
    expect(await node.run(1, 'update')).toMatchObject({
      status: 'error',
      message: 'looking: sh ended with exit code 3: no Java here',
      exitCode: 3,
    })
    put({ install: [{ do: 'run-program', command: ['no-such-program'], words: 'looking' }] })
    expect(await node.run(1, 'update')).toMatchObject({
      message: expect.stringContaining('no-such-program was not found'),
    })
  })

  it('a property is set in the file that an earlier step has made, which keeps the rest', async () => {
    put({
      install: [
        {
          do: 'write-file',
          path: 'server.properties',
          content: '# mine\nmotd=old\nport=1\n',
          words: 'writing',
        },
        {
          ...{
            do: 'set-property',
            path: 'server.properties',
            format: 'properties',
            key: 'motd',
            value: 'new',
          },
          words: 'setting it',
        },
      ],
    })
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(readFileSync(inFolder('server.properties'), 'utf8')).toBe('# mine\nmotd=new\nport=1\n')
  })

  it('T-058 a delete, a write and a program through a link that the game has planted touch nothing outside', async () => {
    put({})
    await node.run(1, 'install')
    const outside = join(node.folder, 'outside')
    writeFileSync(outside, 'mine')
    put({
      install: [
        { do: 'run-program', command: ['ln', '-sfn', node.folder, 'out'], words: 'planting' },
        { do: 'write-file', path: 'out/outside', content: 'theirs', words: 'writing' },
      ],
    })
    expect(await node.run(1, 'update')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('link'),
    })
    put({ install: [{ do: 'delete', path: 'out', words: 'deleting' }] })
    expect(await node.run(1, 'update')).toMatchObject({ status: 'success' })
    expect(readFileSync(outside, 'utf8')).toBe('mine')
  })

  it('a start that is asked for begins with an update where the definition says so', async () => {
    const game: InstallStep = {
      do: 'write-file',
      path: 'game.sh',
      content: gameScript,
      words: 'writing the game',
    }
    const count: InstallStep = {
      do: 'run-program',
      command: ['sh', '-c', 'echo x >> updates'],
      words: 'counting',
    }
    put({ install: [game], update: [game, count], update_before_start: true })
    await node.run(1, 'install')
    expect(existsSync(inFolder('updates'))).toBe(false)
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success', message: 'ready' })
    expect(readFileSync(inFolder('updates'), 'utf8')).toBe('x\n')
    expect(await node.run(1, 'restart')).toMatchObject({ status: 'success', message: 'ready' })
    expect(readFileSync(inFolder('updates'), 'utf8')).toBe('x\nx\n')
    expect(node.state(1)).toBe('running')
    expect(await node.run(1, 'start')).toMatchObject({ status: 'error' })
    await node.run(1, 'stop')
  })

  /** What the stand-in waits with when it goes on for ever. */
  function sleepers(): string[] {
    return readdirSync('/proc').filter(pid => {
      try {
        const isOurs = statSync(`/proc/${pid}`).uid === (isRoot ? gameUserIdBase + 1 : process.getuid?.())
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ['sleep', '600', ''].join('\0')
      } catch {
        return false
      }
    })
  }
})
