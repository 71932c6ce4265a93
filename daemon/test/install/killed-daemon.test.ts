// A daemon that is killed in the middle of an installation: the next one shows nothing as installed and cleans up.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  endKeeper,
  gameUserIdBase,
  isAlive,
  openTestFolder,
  openTestNode,
  plainDefinition,
  until,
} from '../open-test-node.ts'

it('kill -9 while a program of the installation runs: no program left, a clean folder, and a retry works', async () => {
  const folder = openTestFolder()
  const script = 'echo $$ > pid; echo half > half; while :; do sleep 0.1; done'
  const definition = {
    ...plainDefinition(),
    install: [{ do: 'run-program' as const, command: ['sh', '-c', script], words: 'working' }],
  }
  const change = { gameUserIdBase }
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'installing-daemon.ts'),
      folder,
      JSON.stringify(definition),
      JSON.stringify(change),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const inFolder = (path: string) => join(folder, 'servers', definition.uuid, path)
  try {
    await until(() => existsSync(inFolder('half')), 'the program is at work')
    const pid = Number(readFileSync(inFolder('pid'), 'utf8'))
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(isAlive(pid)).toBe(true)

    const node = await openTestNode(folder)
    expect(isAlive(pid)).toBe(false)
    expect(node.app.gameServers.get(1)?.record).toMatchObject({
      state: 'install_failed',
      installed: false,
      reason: 'the daemon was restarted during the installation: install again',
      installFailure: { reason: 'interrupted' },
    })
    expect((await node.app.hooks.describe()).tasks).toMatchObject([
      { taskId: 1, status: 'error', failure: { reason: 'interrupted', action: 'install' } },
    ])
    expect(readdirSync(inFolder(''))).toEqual([])
    node.put(1, { uuid: definition.uuid }, 2)
    node.app.tasks.run({ taskId: 2, gameServerId: 1, kind: 'install', payload: '' })
    expect(await node.ended(2)).toMatchObject({ status: 'success' })
    expect(readdirSync(inFolder(''))).toEqual(['game.sh'])
    await node.end()
  } finally {
    child.kill('SIGKILL')
    await endKeeper(folder)
    rmSync(folder, { recursive: true, force: true })
  }
})
