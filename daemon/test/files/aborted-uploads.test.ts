// Uploads over the real wire to a daemon that is a program of its own, most of them broken off in the middle.

import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import type { TransferFromDaemon } from '@rookery/contracts/daemon/generated/link.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { Program } from '../../../test-services/start-program.ts'
import { connectionPassword, type FakePanel, nodeId, openFakePanel } from '../fake-panel.ts'
import { endKeeper, openTestFolder, plainDefinition, until } from '../open-test-node.ts'
import { writeRequest } from './ask-for-files.ts'

const uploads = proofSize({ short: 40, proof: 200 })
const half = Buffer.alloc(64 * 1024, 'x')

describe('uploads over the wire', () => {
  let folder: string
  let inside: string
  let panel: FakePanel
  let daemon: Program
  let lastTransfer = 0

  beforeEach(async () => {
    folder = openTestFolder()
    panel = await openFakePanel()
    const { caPem, certificatePem, privateKeyPem } = panel.identity
    writeFileSync(join(folder, 'ca.pem'), caPem)
    writeFileSync(join(folder, 'node.pem'), certificatePem)
    writeFileSync(join(folder, 'key.pem'), privateKeyPem, { mode: 0o600 })
    const fields = {
      panel: `127.0.0.1:${panel.port}`,
      node_id: nodeId,
      api_key: 'the-node-key',
      certificate: 'node.pem',
      certificate_key: 'key.pem',
      ca: 'ca.pem',
      connection_password: connectionPassword,
      work_path: join(folder, 'servers'),
    }
    writeFileSync(join(folder, 'daemon.yaml'), JSON.stringify(fields), { mode: 0o600 })
    const args = ['--data', folder, '--shared', join(folder, 'shared')]
    daemon = new Program('daemon', { args })
    await panel.hear('hello')
    const definition = plainDefinition()
    inside = join(folder, 'servers', definition.uuid)
    panel.send({
      $case: 'putGameServer',
      value: { gameServerId: 1, revision: 1, definition: JSON.stringify(definition) },
    })
    await panel.hear('gameServerState')
  })
  afterEach(async () => {
    await daemon.kill()
    panel.close()
    await endKeeper(folder)
    rmSync(folder, { recursive: true })
  })

  async function open(request: FileRequest) {
    lastTransfer += 1
    const value = {
      gameServerId: 1,
      request: JSON.stringify(request),
      byBytesLine: false,
      byAdministrator: false,
    }
    const transfer = await panel.openTransfer({
      transferId: `transfer ${lastTransfer}`,
      purpose: { $case: 'fileWork', value },
    })
    const messages = (transfer as AsyncIterable<TransferFromDaemon>)[Symbol.asyncIterator]()
    return { transfer, next: async () => (await messages.next()).value?.body }
  }

  /** All answers and bytes that come from now on, and the code of a refusal. */
  async function heard({ transfer, next }: Awaited<ReturnType<typeof open>>) {
    const answers: unknown[] = []
    const bytes: Buffer[] = []
    for (let body = await next(); body; body = await next()) {
      if (body.$case === 'fileAnswer') answers.push(JSON.parse(body.value.json))
      if (body.$case === 'fileBytes') bytes.push(Buffer.from(body.value.bytes))
      if (body.$case !== 'ended') continue
      transfer.end()
      return { code: body.value.errorCode, answers, bytes: Buffer.concat(bytes) }
    }
    throw new Error('the transfer broke off')
  }

  const descriptors = () =>
    readdirSync(`/proc/${daemon.pid}/fd`).flatMap(name => {
      try {
        return [readlinkSync(`/proc/${daemon.pid}/fd/${name}`)]
      } catch {
        return []
      }
    })
  const ofGame = () => descriptors().filter(target => target.includes('/servers/'))

  test(`T-070 ${uploads} uploads broken off at half leave no file and no descriptor`, async () => {
    const whole = await open(writeRequest('whole'))
    expect((await whole.next())?.$case).toBe('fileAnswer')
    for (const _ of [1, 2, 3]) whole.transfer.write({ body: { $case: 'fileBytes', value: { bytes: half } } })
    whole.transfer.write({ body: { $case: 'fileEnd', value: {} } })
    expect(await heard(whole)).toMatchObject({ code: '', answers: [{ size_bytes: 3 * half.length }] })
    expect(readFileSync(join(inside, 'whole'))).toHaveLength(3 * half.length)

    await until(() => ofGame().length === 0, 'nothing of the game server is open')
    const before = descriptors().length
    const breakOff = async (turn: number) => {
      const { transfer, next } = await open(writeRequest(`folder/${turn}`, { make_folders: true }))
      await next()
      transfer.write({ body: { $case: 'fileBytes', value: { bytes: half } } })
      await nextTurn()
      if (turn % 2 === 0) {
        const value = { errorCode: '', message: '', details: '' }
        transfer.write({ body: { $case: 'ended', value } })
      }
      transfer.end()
    }
    for (let turn = 0; turn < uploads; turn += 10)
      await Promise.all(Array.from({ length: 10 }, (_, index) => breakOff(turn + index)))
    await until(() => ofGame().length === 0, 'every file of the game server is closed')
    await until(() => !existsSync(join(inside, 'folder')), 'the folders that were made have gone')
    expect(readdirSync(inside)).toEqual(['whole'])
    await until(() => descriptors().length <= before + 3, 'no descriptor is left')

    const read = await heard(await open({ verb: 'read', path: 'whole', start: 0, end: null }))
    expect([read.code, read.bytes.length]).toEqual(['', 3 * half.length])
    expect(await heard(await open({ verb: 'stat', path: 'folder/1' }))).toMatchObject({ code: 'not_found' })
  }, 120_000)
})
