// Uploads and SFTP in a real browser: on a fresh install worlds, plugins and archives arrive; on one configured by hand
// they are refused before anything is sent, until an administrator turns a switch.

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changeNode, listNodes } from '@rookery/contracts/http/nodes.ts'
import { changePermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { listSshKeys, readSftpPassword } from '@rookery/contracts/http/sftp.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofDescribe, proofTest } from '../test-services/proof-size.ts'
import { type Api, signIn } from './api.ts'
import {
  launchBrowser,
  missingBrowser,
  openPage,
  signInPage,
  takePictures,
  type WatchedPage,
} from './browser.ts'
import { freePort } from './ports.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'
import { openStory, type Story } from './story.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

/** What is refused or cut in the course of it. */
const onPurpose =
  /^Failed to load resource: (the server responded with a status of 409|net::ERR_CONNECTION_RESET)/

const someText = (bytes: number) => randomBytes(bytes / 2).toString('hex')

/** Of an upload or a transfer, among the requests of a page. */
const isBeginning = (request: string) => /^POST \S+\/files\/(?:uploads|transfers)$/.test(request)

/** One file of text in a folder. */
const smallZip = Buffer.from(
  'UEsDBBQAAAAAAAAAIVyt/uldCQAAAAkAAAAPAAAAcGFjay9yZWFkbWUudHh0ZXh0cmFjdGVkUEsBAhQDFAAAAAAAAAAhXK3+6V0JAAAACQAAAA8AAAAAAAAAAAAAAKQBAAAAAHBhY2svcmVhZG1lLnR4dFBLBQYAAAAAAQABAD0AAAA2AAAAAAA=',
  'base64',
)

/** What a world brings: regions are bytes that nobody knows, level.dat is gzip, a plugin is a zip. */
const worldFiles = (): Record<string, string | Buffer> => ({
  'survival/region/r.0.0.mca': Buffer.concat([Buffer.from([0, 0, 2, 1]), Buffer.alloc(8_188, 7)]),
  'survival/level.dat': gzipSync('level'),
  'survival/plugins/claims.jar': smallZip,
  'survival/readme.txt': 'a world',
})

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
  const closeTray = () => tray().getByRole('button', { name: 'Close uploads' }).click()

  proofTest('8.3 a folder chosen in a dialog arrives with its structure, byte for byte', async () => {
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
      .getByText(/of 9 MiB|Calculating checksum|Verifying/)
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

  proofTest('8.3 a folder that is dropped arrives as well, empty folders too', async () => {
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

  test('a world, a plugin and an archive arrive on a fresh install, and the archive is extracted', async () => {
    for (const [path, content] of Object.entries(worldFiles())) keep(path, content)
    keep('pack.zip', smallZip)
    await openFiles()
    await folderInput().setInputFiles(join(own, 'survival'))
    await tray().getByText('4 files uploaded', { exact: true }).waitFor({ timeout: 60_000 })
    for (const [path, content] of Object.entries(worldFiles()))
      expect(readFileSync(join(directory, path)).equals(Buffer.from(content)), path).toBe(true)
    await filesInput().setInputFiles(join(own, 'pack.zip'))
    await tray().getByRole('button', { name: 'Extract pack.zip here' }).waitFor({ timeout: 60_000 })
    await takePictures(watched.page, '12-uploads-archive')
    await tray().getByRole('button', { name: 'Extract pack.zip here' }).click()
    await tray().getByText('Uploaded and extracted').waitFor({ timeout: 60_000 })
    expect(onNode('pack/readme.txt')).toBe('extracted')
    await watched.page.getByRole('grid').getByText('pack', { exact: true }).waitFor()
    await closeTray()
  })

  test('8.3 a page is refused in every setting, before a byte of it is sent', async () => {
    keep('page.txt', '<!doctype html><script>alert(1)</script>')
    watched.requests.length = 0
    await filesInput().setInputFiles(join(own, 'page.txt'))
    await tray().getByText('1 file not uploaded', { exact: true }).waitFor()
    await tray().getByText('SVG and HTML', { exact: true }).waitFor()
    expect(watched.requests.filter(isBeginning)).toEqual([])
    expect(isThere('page.txt')).toBe(false)
    await closeTray()
  })

  proofTest('8.2 a file over the limit of uploads goes through a transfer by itself', async () => {
    watched.requests.length = 0
    keep('large.txt', Buffer.alloc(uploadLimitBytes + 1, 'a'))
    await filesInput().setInputFiles(join(own, 'large.txt'))
    await tray().getByText('1 file uploaded', { exact: true }).waitFor({ timeout: 120_000 })
    expect(statSync(join(directory, 'large.txt')).size).toBe(uploadLimitBytes + 1)
    const begun = watched.requests.filter(isBeginning)
    expect(begun).toEqual([`POST /api/servers/${gameServerId}/files/transfers`])
    await closeTray()
  })

  proofTest('8.3 a taken name is asked about once for all that was chosen together', async () => {
    keep('level.txt', 'first')
    keep('motd.txt', 'first')
    const both = [join(own, 'level.txt'), join(own, 'motd.txt')]
    await filesInput().setInputFiles(both)
    await tray().getByText('2 files uploaded', { exact: true }).waitFor()
    for (const name of ['level.txt', 'motd.txt']) keep(name, 'second')
    await filesInput().setInputFiles(both)
    await tray().getByText('2 files already exist').waitFor()
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

  proofTest('8.3 a line that breaks in the middle costs nothing, also on another page', async () => {
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
    await tray().getByText('Connection lost. Resumes automatically.').waitFor({ timeout: 60_000 })
    expect(isThere('long.txt')).toBe(false)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await takePictures(page, '12-uploads-broken')
    await tray().getByText('Connection lost. Resumes automatically.').waitFor()
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

  proofTest('8.3 the profile keeps a public key and makes a password that is shown once', async () => {
    const { page } = watched
    await page.goto(`${story.url}/profile/sftp`)
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByLabel('Public key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
    await page.getByText('This is a private key', { exact: false }).waitFor()
    await page.getByLabel('Public key').fill(publicKey('mara@desk'))
    await page.getByRole('dialog').getByRole('button', { name: 'Add key' }).click()
    await page.getByText('mara@desk').waitFor()
    const [key] = await api.call(listSshKeys, {})
    await page.getByText(key?.fingerprint ?? 'no key').waitFor()
    await page.getByRole('button', { name: 'Create password' }).click()
    await page.getByText('Copy it now', { exact: false }).waitFor()
    expect(await page.getByRole('dialog').locator('code').textContent()).toMatch(/^\S{16,}$/)
    await takePictures(page, '12-sftp-password')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Password set').waitFor()
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

  proofTest('8.3 SFTP of the node is switched on, and the files say how to reach them', async () => {
    const { page } = watched
    const node = await ownNode()
    const port = await freePort()
    const params = { id: String(node?.id) }
    // Another story of this run may have used it.
    await api.call(changeNode, { params, body: { sftp: { enabled: false, port } } })
    await waitFor('SFTP is off', async () => !(await ownNode())?.sftp.listening)
    await page.goto(`${story.url}/nodes/${node?.id}`)
    await page.getByLabel('SFTP port').fill(String(port))
    await page.getByLabel('SFTP port').press('Enter')
    await page.getByRole('button', { name: 'Turn on SFTP' }).click()
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

proofDescribe.skipIf(missingBrowser)('uploads where nobody has set the variables', () => {
  const person = { login: 'mara', password: 'a friend of the house' }
  const own = mkdtempSync(join(tmpdir(), 'rookery-own-files-'))
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let browser: Browser
  let administrator: WatchedPage
  let friend: WatchedPage
  let gameServerId = 0
  let directory = ''

  beforeAll(async () => {
    home = await createHome()
    // An empty variable wins over the file of the first run, and is not set: as in a file written by hand.
    const unset = {
      FILES_UPLOAD_ALLOW_ARCHIVES: '',
      FILES_UPLOAD_ALLOW_BINARY: '',
      FILES_LARGE_TRANSFERS: '',
    }
    rookery = await startRookery(home, { ...unset, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' })
    const api = await signIn(rookery.url, rookery.administrator ?? person)
    gameServerId = await api.createArena('Attic', false)
    await api.waitForState(gameServerId, 'stopped')
    const server = String(gameServerId)
    directory = (await api.call(readGameServer, { params: { server } })).directory ?? ''
    const { id } = await api.call(createUser, { body: person })
    await api.call(changePermissionsOnGameServer, {
      params: { id: String(id), server },
      body: gameServerPermissionNames.map(permission => ({ permission, value: true })),
    })
    browser = await launchBrowser()
    administrator = await openPage(browser)
    friend = await openPage(browser)
    await signInPage(administrator.page, api)
    await signInPage(friend.page, await signIn(rookery.url, person))
    for (const [path, content] of Object.entries(worldFiles())) {
      mkdirSync(join(own, path, '..'), { recursive: true })
      writeFileSync(join(own, path), content)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
    rmSync(own, { recursive: true, force: true })
  })

  const trayOf = ({ page }: WatchedPage) => page.getByRole('region', { name: 'Uploads' })
  async function uploadWorld(watched: WatchedPage) {
    await watched.page.goto(`${rookery.url}/servers/${gameServerId}/files`)
    await watched.page.locator('input[type=file][webkitdirectory]').setInputFiles(join(own, 'survival'))
    await trayOf(watched).getByText('3 files not uploaded', { exact: true }).waitFor({ timeout: 60_000 })
    await trayOf(watched).getByText('1 of 4 files uploaded', { exact: true }).waitFor({ timeout: 60_000 })
  }
  const begunBy = ({ requests }: WatchedPage) => requests.filter(isBeginning).length

  test('a person without the right to change it gets one row, and a message to send', async () => {
    await uploadWorld(friend)
    const tray = trayOf(friend)
    expect(await tray.getByRole('switch').count()).toBe(0)
    const message = await tray.locator('[data-message]').textContent()
    expect(message).toContain('to Attic')
    expect(message).toContain('archives and binary files')
    expect(message).toContain(`${rookery.url}/settings`)
    await tray.getByRole('button', { name: 'Copy message' }).waitFor()
    expect(begunBy(friend)).toBe(1)
    await takePictures(friend.page, '12-uploads-ask')
  })

  test('an administrator turns the switches right there, and the same files go through', async () => {
    rmSync(join(directory, 'survival'), { recursive: true, force: true })
    await uploadWorld(administrator)
    const tray = trayOf(administrator)
    // Only the text: nothing of the others was sent.
    expect(begunBy(administrator)).toBe(1)
    expect(readdirSync(join(directory, 'survival'))).toEqual(['readme.txt'])
    await tray.getByRole('button', { name: 'Show files' }).click()
    for (const name of ['r.0.0.mca', 'level.dat', 'claims.jar'])
      await tray.locator('[data-refused-files] li').filter({ hasText: name }).waitFor()
    await takePictures(administrator.page, '12-uploads-refused')
    expect(await tray.getByRole('button', { name: 'Try again', exact: true }).count()).toBe(0)
    await tray.getByText('Allow archives').click()
    await tray.getByRole('button', { name: 'Try again', exact: true }).waitFor()
    await tray.getByText('Allow binary files').click()
    await expect.poll(() => tray.getByRole('switch', { checked: true }).count()).toBe(2)
    await tray.getByRole('button', { name: 'Try again', exact: true }).click()
    await tray.getByText('4 files uploaded', { exact: true }).waitFor({ timeout: 60_000 })
    for (const [path, content] of Object.entries(worldFiles()))
      expect(readFileSync(join(directory, path)).equals(Buffer.from(content)), path).toBe(true)
  })

  test('the person who asked sees at once that it is allowed', async () => {
    const tray = trayOf(friend)
    await tray.getByRole('button', { name: 'Try again', exact: true }).waitFor({ timeout: 60_000 })
    await tray.locator('[data-message]').waitFor({ state: 'detached' })
  })

  test('the page of settings shows what was switched, and turns it off again', async () => {
    const { page } = administrator
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).click()
    const archives = page.getByRole('main').getByRole('switch', { name: 'Allow archives' })
    await expect.poll(() => archives.isChecked(), { timeout: 60_000 }).toBe(true)
    await takePictures(page, '12-panel-settings')
    await page.getByRole('main').getByText('Allow archives').click()
    await expect.poll(() => archives.isChecked()).toBe(false)
  })

  test('the browser has nothing to complain of', () => {
    expect([...administrator.problems, ...friend.problems]).toEqual([])
  })
})
