// The real sftp program against a real panel and node: transfers, refusals, and rights that are withdrawn meanwhile.

import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../../test-services/proof-size.ts'
import type { Person } from '../live/live-world.ts'
import { waitFor } from '../wait-for.ts'
import { fingerprintOf, type OpenSsh, openSsh, type Who } from './openssh.ts'
import { openSftpWorld, type SftpWorld } from './sftp-world.ts'

let sftp: SftpWorld
let ssh: OpenSsh
let folder: string
beforeAll(async () => {
  sftp = await openSftpWorld()
  ssh = openSsh()
  folder = await sftp.world.folderOf(sftp.gameServerId)
})
afterAll(async () => {
  ssh.remove()
  await sftp.world.stop()
})

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const here = (name: string) => join(ssh.folder, name)
const there = (name: string) => join(folder, name)
const unfinished = () => readdirSync(folder).filter(name => name.startsWith('.rookery-'))

/** Somebody with a password. */
async function newPerson(): Promise<Person & { who: Who }> {
  const person = await sftp.person()
  const password = await sftp.createPassword(person)
  const username = `${person.login}.${sftp.gameServerId}`
  return { ...person, who: { username, port: sftp.port, proof: { password } } }
}

describe('the sftp program of OpenSSH', () => {
  test('L12 put, get, ls, rename, mkdir, rm with a password', async () => {
    const { who } = await newPerson()
    writeFileSync(here('local.bin'), randomBytes(3_000_000))
    const outcome = await ssh.batch(who, [
      'pwd',
      'mkdir maps',
      'put local.bin maps/one.bin',
      'rename maps/one.bin maps/two.bin',
      'ls -l maps',
      'get maps/two.bin back.bin',
      'chmod 600 maps/two.bin',
      'ln -s two.bin maps/link',
      'rm maps/link',
      'rm maps/two.bin',
      'rmdir maps',
    ])
    expect(outcome.text).toContain('Remote working directory: /')
    expect(outcome.text).toMatch(/-rw-r--r--.*3000000.*two\.bin/)
    expect(outcome.code, outcome.text).toBe(0)
    expect(hashOf(here('back.bin'))).toBe(hashOf(here('local.bin')))
    expect(existsSync(there('maps'))).toBe(false)
  })

  test.each(['ed25519', 'ecdsa', 'rsa'])('L12 a key of kind %s from its file', async type => {
    const { sessionToken, who } = await newPerson()
    const { file, line } = await ssh.createKey(`key-${type}`, type)
    const keyId = await sftp.addKey({ sessionToken }, line)
    const byKey = { ...who, proof: { keyFile: file } }
    const outcome = await ssh.batch(byKey, ['ls'])
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.text).toContain('game.sh')
    await sftp.world.ask('DELETE', `/api/profile/ssh-keys/${keyId}`, undefined, sessionToken)
    const refused = await ssh.batch(byKey, ['ls'])
    expect(refused.text).toMatch(/Permission denied/)
    expect(refused.code).not.toBe(0)
  })

  test('L12 the panel shows the fingerprint that clients see', async () => {
    const { who } = await newPerson()
    await ssh.batch(who, ['pwd'])
    const known = readFileSync(here('known-hosts'), 'utf8').trim().split('\n')[0] ?? ''
    const seen = await fingerprintOf(known.split(' ').slice(1).join(' '))
    expect((await sftp.node()).sftp).toMatchObject({ host_key_fingerprint: seen, listening: true })
  })

  test('T-056 nothing outside of the folder is reached', async () => {
    const { who } = await newPerson()
    symlinkSync('/etc', there('etc-link'))
    symlinkSync('/etc/passwd', there('passwd-link'))
    for (const path of [
      '../../etc/passwd',
      '/etc/passwd',
      'etc-link/passwd',
      'passwd-link',
      '/proc/self/environ',
    ]) {
      const outcome = await ssh.batch(who, [`get ${path} stolen`])
      expect(outcome.code, path).not.toBe(0)
      expect(existsSync(here('stolen'))).toBe(false)
    }
    writeFileSync(here('plant'), 'planted')
    await ssh.batch(who, [
      '-put plant etc-link/planted',
      '-put plant ../planted',
      '-ln -s /etc/shadow shadow',
    ])
    expect(existsSync('/etc/planted')).toBe(false)
    expect(existsSync(join(folder, '../planted'))).toBe(false)
    expect(existsSync(there('shadow'))).toBe(false)
  })

  test('L12 a wrong password, and a game server of another node, are refused', async () => {
    const { who } = await newPerson()
    const wrong = await ssh.batch({ ...who, proof: { password: 'wrong' } }, ['ls'])
    expect(wrong.text).toMatch(/Permission denied/)
    const elsewhere = await sftp.addElsewhere()
    const password = await sftp.createPassword({ sessionToken: sftp.world.sessionToken })
    const admin = { port: sftp.port, proof: { password } }
    const refused = await ssh.batch({ ...admin, username: `admin.${elsewhere}` }, ['ls'])
    expect(refused.text).toMatch(/Permission denied/)
    const own = await ssh.batch({ ...admin, username: `admin.${sftp.gameServerId}` }, ['ls'])
    expect(own.code, own.text).toBe(0)
  })

  test('T-055 a right that is withdrawn cuts a transfer, and nothing of it stays', async () => {
    const { who, ...person } = await newPerson()
    writeFileSync(here('endless.bin'), Buffer.alloc(64 * 1024 * 1024))
    // Slow enough to be in the middle of it.
    const transfer = ssh.begin(who, ['put endless.bin cut-1.bin', 'put endless.bin cut-2.bin', ...putAgain])
    await waitFor('bytes have arrived', () => sizesOf(unfinished()) > 1_000_000)
    await sftp.withdrawAll(person)
    const withdrawnAt = performance.now()
    const { code } = await transfer.ended
    console.log(`the transfer was cut after ${Math.round(performance.now() - withdrawnAt)} ms`)
    expect(code).not.toBe(0)
    await waitFor('nothing unfinished is left', () => unfinished().length === 0)
    expect(existsSync(there('cut-99.bin'))).toBe(false)
    expect((await ssh.batch(who, ['ls'])).text).toMatch(/Permission denied/)
  })

  test('T-070 an interrupted upload goes on where it was', async () => {
    const { who } = await newPerson()
    const bytes = randomBytes(500_000)
    writeFileSync(here('resumed.bin'), bytes)
    writeFileSync(there('resumed.bin'), bytes.subarray(0, 200_000))
    const outcome = await ssh.batch(who, ['reput resumed.bin resumed.bin'])
    expect(outcome.code, outcome.text).toBe(0)
    expect(hashOf(there('resumed.bin'))).toBe(hashOf(here('resumed.bin')))
  })

  test('5.4 switched off, nobody listens and sessions end', async () => {
    const { who } = await newPerson()
    await sftp.world.ask('PUT', `/api/nodes/${sftp.world.nodeId}`, { sftp: { enabled: false } })
    await waitFor('it is off', async () => !(await sftp.node()).sftp.listening)
    expect((await ssh.batch(who, ['ls'])).text).toMatch(/refused/i)
    await sftp.world.ask('PUT', `/api/nodes/${sftp.world.nodeId}`, { sftp: { enabled: true } })
    await waitFor('it is on again', async () => (await sftp.node()).sftp.listening)
    expect((await ssh.batch(who, ['ls'])).code).toBe(0)
  })

  proofTest('throughput, printed', async () => {
    const { who } = await newPerson()
    const megabytes = 500
    writeFileSync(here('speed.bin'), randomBytes(megabytes * 1_000_000))
    const time = async (command: string) => {
      const [began, used] = [performance.now(), process.cpuUsage()]
      const outcome = await ssh.batch(who, [command])
      expect(outcome.code, outcome.text).toBe(0)
      const { user, system } = process.cpuUsage(used)
      const perSecond = (seconds: number) => `${(megabytes / seconds).toFixed(0)} MB/s`
      const alone = perSecond((user + system) / 1_000_000)
      return `${perSecond((performance.now() - began) / 1_000)} (${alone} of processor time)`
    }
    const up = await time('put speed.bin speed.bin')
    const down = await time('get speed.bin speed.back')
    expect(hashOf(here('speed.back'))).toBe(hashOf(here('speed.bin')))
    console.log(`SFTP: up ${up}, down ${down}`)
  })
})

const putAgain = Array.from({ length: 97 }, (_, index) => `put endless.bin cut-${index + 3}.bin`)

function sizesOf(names: string[]): number {
  return names.reduce((sum, name) => sum + (statSync(there(name), { throwIfNoEntry: false })?.size ?? 0), 0)
}
