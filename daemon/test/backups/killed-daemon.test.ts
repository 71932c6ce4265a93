// A daemon that is killed while it takes or restores a backup: the next one leaves nothing undone and no mixture.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofSize, proofTest } from '../../../test-services/proof-size.ts'
import { gameUserIdBase, openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { contentOf, countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'
import { createCopyingEngine } from './copying-engine.ts'

describe('kill -9 of the daemon', () => {
  let node: TestNode
  let storage: string
  let definition: GameServerDefinition

  beforeEach(async () => {
    storage = openStorageFolder()
    node = await openTestNode(openTestFolder(), {}, { backupEngines: [createCopyingEngine()] })
    definition = node.put(1, { ...countingGameOf, backup: flushing, backup_storages: [storageIn(storage)] })
    await node.run(1, 'install')
  })
  afterEach(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })

  const serverFile = (name: string) => join(node.folder, 'servers', definition.uuid, name)
  const repository = () => join(storage, definition.uuid)

  function startDoomed(kind: string, payload: object, point = '') {
    const change = JSON.stringify({ gameUserIdBase })
    const file = join(import.meta.dirname, 'doomed-daemon.ts')
    const args = [file, node.folder, kind, JSON.stringify(payload), point, change]
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** Before anything was moved and after all of it; in between the same journal is gone through from where it ends. */
  const points = proofSize({
    short: ['written down', 'put in place'],
    proof: ['written down', 'put aside', 'put in place', 'noted'],
  })
  it.for(points)(
    'in the middle of a restore (%s): the new files are all there, and the game starts',
    async point => {
      mkdirSync(serverFile('saves'))
      writeFileSync(serverFile('saves/one'), 'then')
      await node.run(1, 'backup')
      writeFileSync(serverFile('saves/two'), 'now')
      const [snapshot = ''] = readdirSync(repository())
      await node.close()
      const doomed = startDoomed('restore', { storage_id: 3, snapshot, without_safety: true }, point)
      await once(doomed, 'exit')
      expect(doomed.signalCode).toBe('SIGKILL')
      await node.open()
      expect(node.state(1)).toBe('stopped')
      expect(readdirSync(serverFile('saves'))).toEqual(['one'])
      const update = (await node.app.hooks.describe()).tasks.find(({ taskId }) => taskId === 99)
      expect(update).toMatchObject({ status: 'error' })
      expect(update?.message).toContain('all restored')
      expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
      const former = join(node.folder, 'servers', '.restoring', definition.uuid, 'former')
      await until(() => !existsSync(former), 'the former files are gone')
    },
  )

  // The points of the test before are all that a restore goes through; in between nothing is moved.
  const rounds = 20
  proofTest(
    `at any moment of a restore, ${rounds} times: the files are those from before or the restored ones`,
    async () => {
      const write = (name: string) => {
        rmSync(serverFile('saves'), { recursive: true, force: true })
        mkdirSync(serverFile('saves'))
        for (let at = 0; at < 50; at += 1) writeFileSync(serverFile(`saves/${name}-${at}`), name)
      }
      const held = () => [...new Set(readdirSync(serverFile('saves')).map(name => name.replace(/-.*/, '')))]
      write('then')
      await node.run(1, 'backup')
      const [snapshot = ''] = readdirSync(repository())
      for (let round = 0; round < rounds; round += 1) {
        write('now')
        await node.close()
        const doomed = startDoomed('restore', { storage_id: 3, snapshot, without_safety: true })
        const ended = once(doomed, 'exit')
        // From its start until well after the end of the restore.
        await delay(((round + 1) * 4_000) / rounds)
        doomed.kill('SIGKILL')
        await ended
        await node.open()
        expect(node.state(1)).toBe('stopped')
        expect(held()).toHaveLength(1)
        expect(readdirSync(serverFile('saves'))).toHaveLength(50)
      }
    },
  )

  it('in the middle of a backup: the game is told that it may write again', async () => {
    await node.run(1, 'start')
    await node.close()
    const doomed = startDoomed('backup', {})
    const isReading = () => existsSync(repository()) && readdirSync(repository()).length > 0
    await until(isReading, 'the backup is at work')
    const ended = once(doomed, 'exit')
    doomed.kill('SIGKILL')
    await ended
    const stands = contentOf(serverFile('world/left'))
    await node.open()
    await node.consoleUntil(1, 'saving is on')
    await until(() => contentOf(serverFile('world/left')) !== stands, 'the game writes again')
  })
})
