// Uploads and SFTP, told in a real browser: folders by dialog and by drop, refusals, a broken line, keys and a password.

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listSshKeys, readSftpPassword } from '@rookery/contracts/http/sftp.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from './api.ts'
import { missingBrowser, takePictures, type WatchedPage } from './browser.ts'
import { freePort } from './ports.ts'
import { openStory, type Story } from './story.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

/** What is refused or cut in the course of it. */
const onPurpose =
  /^Failed to load resource: (the server responded with a status of 4(09|15)|net::ERR_CONNECTION_RESET)/

/** Text, as other bytes are refused by default. */
const someText = (bytes: number) => randomBytes(bytes / 2).toString('hex')

function publicKey(comment: string): string {
  const { publicKey: key } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const body = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(raw)])
  return `ssh-ed25519 ${body.toString('base64')} ${comment}`
}

/** As somebody drags it in from outside, folders included. */
async function dropOn(page: Page, path: string): Promise<void> {
  const box = await page.locator('[data-upload-area]').boundingBox()
  if (!box) throw new Error('there is no place to drop anything')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + 60) }
  for (const type of ['dragEnter', 'dragOver'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  await page.getByText('Drop to upload').waitFor()
  await takePictures(page, '12-drop')
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
  await session.detach()
}

describe.skipIf(missingBrowser)('uploads and SFTP', () => {
  let story: Story
  let api: Api
  let watched: WatchedPage
  let gameServerId = 0
  let directory = ''
  const own = mkdtempSync(join(tmpdir(), 'rookery-own-files-'))

  beforeAll(async () => {
    story = await openStory('uploads')
    ;({ api } = story)
    gameServerId = await story.createArena('Attic', false)
    await api.waitForState(gameServerId, 'stopped')
    const found = await api.call(readGameServer, { params: { server: String(gameServerId) } })
    directory = found.directory ?? ''
    watched = await story.openPage({ mayLog: onPurpose })
  })
  afterAll(async () => {
    await story?.close()
    rmSync(own, { recursive: true, force: true })
  })

  const ownNode = async () => (await api.call(listNodes, {})).find(({ name }) => name === 'This machine')
  const keep = (path: string, content: string | Buffer) => {
    mkdirSync(join(own, path, '..'), { recursive: true })
    writeFileSync(join(own, path), content)
  }
  const onNode = (path: string) => readFileSync(join(directory, path), 'utf8')
  const isThere = (path: string) => {
    const at = path.lastIndexOf('/')
    return readdirSync(join(directory, path.slice(0, Math.max(0, at)))).includes(path.slice(at + 1))
  }
  const openFiles = () => watched.page.goto(`${story.url}/servers/${gameServerId}/files`)
  const tray = () => watched.page.getByRole('region', { name: 'Uploads' })
  const filesInput = () => watched.page.locator('input[type=file]:not([webkitdirectory])')
  const folderInput = () => watched.page.locator('input[type=file][webkitdirectory]')
  const closeTray = () => tray().getByRole('button', { name: 'Close the uploads' }).click()

  test('8.3 a folder chosen in a dialog arrives with its structure, byte for byte', async () => {
    const texts = {
      'world/level.txt': someText(2_000),
      'world/region/r.0.txt': someText(9 * 1024 * 1024),
      'world/region/deep/ü ☃.txt': 'winter',
      'world/empty.txt': '',
    }
    for (const [path, content] of Object.entries(texts)) keep(path, content)
    await openFiles()
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>()
    await watched.page.route('**/files/uploads/*', async route => {
      await isSeen
      await route.continue()
    })
    await folderInput().setInputFiles(join(own, 'world'))
    await tray()
      .getByText(/of 9 MiB|Computing its checksum|The node checks it/)
      .first()
      .waitFor()
    await takePictures(watched.page, '12-uploads')
    goOn()
    await tray().getByText('4 files uploaded', { exact: true }).waitFor({ timeout: 60_000 })
    for (const [path, content] of Object.entries(texts)) expect(onNode(path) === content, path).toBe(true)
    await watched.page.unroute('**/files/uploads/*')
    await watched.page.getByText('world', { exact: true }).first().waitFor()
    await closeTray()
    await tray().waitFor({ state: 'hidden' })
  })

  test('8.3 a folder that is dropped arrives as well, empty folders too', async () => {
    keep('maps/dust.txt', 'a map')
    keep('maps/old/kitchen.txt', 'another map')
    mkdirSync(join(own, 'maps/none'))
    await openFiles()
    // The tree beside the table may know the folder before the table takes anything.
    await watched.page.getByRole('grid').getByText('world', { exact: true }).waitFor()
    await dropOn(watched.page, join(own, 'maps'))
    await tray().getByText('2 files uploaded', { exact: true }).waitFor()
    expect([onNode('maps/dust.txt'), onNode('maps/old/kitchen.txt')]).toEqual(['a map', 'another map'])
    await expect.poll(() => isThere('maps/none'), { timeout: 60_000 }).toBe(true)
    await closeTray()
  })

  test('8.3 a refused type says what was found and what an administrator can change', async () => {
    keep('mods.gz', gzipSync('mods'))
    keep('page.txt', '<!doctype html><script>alert(1)</script>')
    await filesInput().setInputFiles([join(own, 'mods.gz'), join(own, 'page.txt')])
    await tray().getByText('FILES_UPLOAD_ALLOW_ARCHIVES=true', { exact: false }).waitFor()
    await tray().getByText('the content is text/html', { exact: false }).waitFor()
    await takePictures(watched.page, '12-uploads-refused')
    expect([isThere('mods.gz'), isThere('page.txt')]).toEqual([false, false])
    await closeTray()
  })

  test('8.2 a file over the limit is not sent, and nothing is asked of the panel', async () => {
    const before = watched.requests.filter(each => each.startsWith('POST')).length
    keep('large.txt', Buffer.alloc(uploadLimitBytes + 1, 'a'))
    await filesInput().setInputFiles(join(own, 'large.txt'))
    await tray().getByText('an upload takes at most 100 MiB', { exact: false }).waitFor()
    expect(watched.requests.filter(each => each.startsWith('POST')).length).toBe(before)
    await closeTray()
  })

  test('8.3 a taken name is asked about once for all that was chosen together', async () => {
    keep('level.txt', 'first')
    keep('motd.txt', 'first')
    const both = [join(own, 'level.txt'), join(own, 'motd.txt')]
    await filesInput().setInputFiles(both)
    await tray().getByText('2 files uploaded', { exact: true }).waitFor()
    for (const name of ['level.txt', 'motd.txt']) keep(name, 'second')
    await filesInput().setInputFiles(both)
    await tray().getByText('2 files are there already').waitFor()
    await takePictures(watched.page, '12-uploads-taken')
    await tray().getByRole('button', { name: 'Keep both' }).click()
    await tray().getByText('2 files uploaded', { exact: true }).waitFor()
    expect([onNode('level.txt'), onNode('level (2).txt'), onNode('motd (2).txt')]).toEqual([
      'first',
      'second',
      'second',
    ])
    await filesInput().setInputFiles(both)
    await tray().getByRole('button', { name: 'Replace' }).click()
    await tray().getByText('2 files uploaded', { exact: true }).waitFor()
    expect([onNode('level.txt'), onNode('motd.txt')]).toEqual(['second', 'second'])
    await closeTray()
  })

  test('8.3 a line that breaks in the middle costs nothing, also on another page', async () => {
    const { page, requests } = watched
    // Three parts: the second is lost.
    const content = someText(17 * 1024 * 1024)
    keep('long.txt', content)
    let isCut = false
    let parts = 0
    await page.route('**/files/uploads/*', async route => {
      if (route.request().method() === 'PATCH') parts += 1
      if (parts > 1 && !isCut && parts < 3) isCut = true
      await (isCut ? route.abort('connectionreset') : route.continue())
    })
    requests.length = 0
    await filesInput().setInputFiles(join(own, 'long.txt'))
    await tray().getByText('Connection lost. It goes on by itself.').waitFor({ timeout: 60_000 })
    expect(isThere('long.txt')).toBe(false)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await takePictures(page, '12-uploads-broken')
    await tray().getByText('Connection lost. It goes on by itself.').waitFor()
    parts = 3
    isCut = false
    await tray().getByText('1 file uploaded', { exact: true }).waitFor({ timeout: 60_000 })
    await page.unroute('**/files/uploads/*')
    expect(onNode('long.txt') === content).toBe(true)
    const ofUploads = requests.filter(each => each.includes('/files/uploads'))
    expect(ofUploads.filter(each => each.startsWith('POST'))).toHaveLength(1)
    expect(ofUploads.some(each => each.startsWith('HEAD'))).toBe(true)
    await closeTray()
  })

  test('8.3 the profile keeps a public key and makes a password that is shown once', async () => {
    const { page } = watched
    await page.goto(`${story.url}/profile/sftp`)
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByLabel('Public key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
    await page.getByText('This is the private key', { exact: false }).waitFor()
    await page.getByLabel('Public key').fill(publicKey('mara@desk'))
    await page.getByRole('dialog').getByRole('button', { name: 'Add key' }).click()
    await page.getByText('mara@desk').waitFor()
    const [key] = await api.call(listSshKeys, {})
    await page.getByText(key?.fingerprint ?? 'no key').waitFor()
    await page.getByRole('button', { name: 'Make password' }).click()
    await page.getByText('Copy it now', { exact: false }).waitFor()
    expect(await page.getByRole('dialog').locator('code').textContent()).toMatch(/^\S{16,}$/)
    await takePictures(page, '12-sftp-password')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('There is a password').waitFor()
    await takePictures(page, '12-sftp')
    expect((await api.call(readSftpPassword, {})).made_at).not.toBeNull()
    await page.getByRole('button', { name: 'Delete mara@desk' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No public keys yet').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No password').waitFor()
    expect((await api.call(readSftpPassword, {})).made_at).toBeNull()
  })

  test('8.3 SFTP of the node is switched on, and the files say how to reach them', async () => {
    const { page } = watched
    const node = await ownNode()
    const port = await freePort()
    await page.goto(`${story.url}/nodes/${node?.id}`)
    await page.getByLabel('SFTP port').fill(String(port))
    await page.getByLabel('SFTP port').press('Enter')
    await page.getByRole('button', { name: 'Switch SFTP on' }).click()
    await page.getByText(`Listening on port ${port}`).waitFor()
    await takePictures(page, '12-node-sftp')
    const fingerprint = (await ownNode())?.sftp.host_key_fingerprint ?? 'none'
    await openFiles()
    await page.getByRole('button', { name: 'SFTP' }).click()
    await page.getByText(fingerprint).waitFor()
    await page.getByText(`sftp -P ${port}`, { exact: false }).waitFor()
    await takePictures(page, '12-sftp-card')
  })

  test('the browser has nothing to complain of but what was refused or cut on purpose', () => {
    expect(watched.problems).toEqual([])
  })
})
