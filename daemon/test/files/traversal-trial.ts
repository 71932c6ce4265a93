// Traversal strings as the path of every verb, and decoded for some: nothing outside is touched.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FileRequest, FileVerb } from '@rookery/contracts/daemon/file-request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LinkRefusal } from '../../src/platform/panel-link/link-hooks.ts'
import { openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { askForFiles, writeRequest } from './ask-for-files.ts'
import { decoded } from './public-strings.ts'
import { openRoomyFolder } from './roomy-folder.ts'
import { snapshotTree } from './tree-snapshot.ts'

const secret = 'this is outside'
const own = ['../secret', 'a/../../secret', '/secret', '..', '..\\secret', '%2e%2e/secret', '.', 'file/..']
/** How the panel may hear of them: 400, 403, 404, 409. */
const codes = ['malformed_request', 'forbidden', 'not_found', 'conflict']

/** Undoing an encoding is the panel's work, once; this is what would follow if it were done too often. */
const triedDecoded: FileVerb[] = ['read', 'write', 'copy', 'delete']
const uploadId = randomBytes(16).toString('hex')
const upload = { upload_id: uploadId, user_id: 1 }
const beginUpload = (path: string): FileRequest => ({
  ...upload,
  verb: 'begin_upload',
  path,
  size_bytes: 0,
  limit_bytes: 100,
  expect: { what: 'anything' },
  sha256: null,
  make_folders: true,
  metadata: '',
})

/** What stands in one group makes sense only when the one before it has worked. */
const groupsFor = (path: string): FileRequest[][] => [
  [{ verb: 'list', path, offset: 0, limit: 10 }],
  [{ verb: 'stat', path }],
  [{ verb: 'read', path, start: 0, end: null }],
  [{ verb: 'hash', path, algorithm: 'sha256' }],
  [{ verb: 'search', path, name: '', content: 'outside', limit: 10 }],
  [{ verb: 'pack', paths: [path], format: 'tar.gz' }],
  [{ verb: 'copy', from: path, to: 'copied' }],
  [{ verb: 'rename', from: path, to: 'renamed' }],
  [{ verb: 'chmod', path, mode: 0o777 }],
  [{ verb: 'delete', paths: [path] }],
  [
    { verb: 'mkdir', path },
    { verb: 'delete', paths: [path] },
  ],
  [
    { verb: 'copy', from: 'file', to: path },
    { verb: 'delete', paths: [path] },
  ],
  [
    { verb: 'rename', from: 'file', to: path },
    { verb: 'rename', from: path, to: 'file' },
  ],
  [writeRequest(path, { make_folders: true }), writeRequest(path)],
  [
    beginUpload(path),
    { ...upload, verb: 'read_upload' },
    { ...upload, verb: 'append_upload', offset: 0 },
    {
      ...upload,
      verb: 'finish_upload',
      upload: { allowed_types: [], allow_archives: true, allow_binary: true },
    },
    { ...upload, verb: 'remove_upload' },
  ],
]

/** Declares the tests for these strings of the public lists and some of our own. */
export function tryTraversalStrings(strings: readonly string[]): void {
  const top = openRoomyFolder()
  let node: TestNode
  let inside: string

  beforeAll(async () => {
    const workPath = join(top, '1/2/3/4/5/6/7/8')
    mkdirSync(workPath, { recursive: true })
    node = await openTestNode(openTestFolder(), { workPath })
    const { uuid } = node.put(1)
    inside = join(workPath, uuid)
    await askForFiles(node.app, 1, writeRequest('file'), [Buffer.from('x')])
    await askForFiles(node.app, 1, beginUpload('made'))
    await askForFiles(node.app, 1, { ...upload, verb: 'remove_upload' })
    for (let folder = workPath; folder !== top; folder = join(folder, '..')) {
      for (const name of ['etc', 'windows', 'WINNT']) mkdirSync(join(folder, name))
      for (const name of ['secret', 'boot.ini', 'etc/passwd', 'windows/win.ini', 'WINNT/win.ini'])
        writeFileSync(join(folder, name), secret)
    }
  })
  afterAll(async () => {
    await node.end()
    rmSync(top, { recursive: true })
  })

  /** What was made stays inside; the next string finds the folder as the first one did. */
  async function cleanUp(): Promise<void> {
    const names = readdirSync(inside)
    if (names.length === 1 && names[0] === 'file') return
    for (const name of names) rmSync(join(inside, name), { recursive: true })
    await askForFiles(node.app, 1, writeRequest('file'), [Buffer.from('x')])
  }

  /** Returns how many of them worked, up to the first that was refused. */
  async function tryGroup(group: FileRequest[], path: string): Promise<number> {
    for (const [index, request] of group.entries()) {
      const what = `${request.verb} ${path}`
      const content = request.verb === 'write' ? [Buffer.from('x')] : []
      const outcome = await askForFiles(node.app, 1, request, content).catch((error: unknown) => {
        expect(error, what).toBeInstanceOf(LinkRefusal)
        expect(codes, what).toContain((error as LinkRefusal).code)
        return null
      })
      if (outcome === null) return index
      const bytes = request.verb === 'pack' ? gunzipSync(outcome.bytes) : outcome.bytes
      expect(bytes.includes(secret), what).toBe(false)
      expect(JSON.stringify(outcome.answers).includes(secret), what).toBe(false)
    }
    return group.length
  }

  test(`T-056 ${own.length + strings.length} strings on every verb: refused or literally inside`, async () => {
    const asTheyAre = new Set([...own, ...strings].map(text => text.replaceAll('{FILE}', 'secret')))
    const paths = new Set([...asTheyAre].flatMap(decoded))
    const isInside = (path: string) => path === inside || path.endsWith('/.uploads')
    const before = snapshotTree(top, isInside)
    const host = () =>
      ['/etc/passwd', '/etc/shadow'].map(path => statSync(path, { throwIfNoEntry: false })?.ctimeMs)
    const hostBefore = host()
    const verbs = new Set<FileVerb>()
    let refusals = 0
    for (const path of paths) {
      const groups = groupsFor(path).filter(
        ([first]) => asTheyAre.has(path) || (first && triedDecoded.includes(first.verb)),
      )
      for (const group of groups) {
        const done = await tryGroup(group, path)
        for (const { verb } of group.slice(0, done + 1)) verbs.add(verb)
        if (done < group.length) refusals += 1
      }
      await cleanUp()
    }
    expect(refusals).toBeGreaterThan(paths.size)
    expect(verbs.size).toBe(17)
    expect(snapshotTree(top, isInside)).toEqual(before)
    expect(host()).toEqual(hostBefore)
    expect(existsSync('/secret')).toBe(false)
  }, 600_000)
}
