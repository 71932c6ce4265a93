// What a daemon reports of installations that fail for real: name lookup, sockets, TLS, answers, programs.

import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { InstallFailure } from '@rookery/contracts/daemon/generated/link.ts'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestNode, type TestNode, until } from '../open-test-node.ts'
import { type FileServer, file, startFileServer } from './file-server.ts'

let node: TestNode
let server: FileServer
let revision = 0
beforeAll(async () => {
  server = await startFileServer()
  const downloads = { allowedPrivate: true, limitBytes: 1_000 }
  node = await openTestNode(undefined, { downloads }, { retryDelaysMs: [] })
  server.serve('/gone', (_, response) => void response.writeHead(404).end())
  server.serve('/broken', (_, response) => void response.writeHead(503).end())
  server.serve('/game', file(Buffer.from('another file')))
  server.serve('/large', file(Buffer.alloc(2_000)))
})
afterAll(async () => {
  await node.end()
  await server.close()
})

const uuid = crypto.randomUUID()
async function failureOf(
  install: InstallStep[],
  secrets: string[] = [],
): Promise<InstallFailure | undefined> {
  revision += 1
  node.put(1, { uuid, install, secrets }, revision)
  const { status, failure } = await node.run(1, 'install')
  expect(status).toBe('error')
  expect(node.app.gameServers.states()[0]?.installFailure, 'the state says the same').toEqual(failure)
  return failure
}
const download = (url: string, checksum?: string): InstallStep[] => [
  { do: 'download', url, to: 'game', words: 'Downloading', ...(checksum && { checksum }) },
]
const program = (script: string): InstallStep[] => [
  { do: 'run-program', command: ['sh', '-c', script], words: 'Building' },
]

it('a name that does not exist', async () => {
  const failure = await failureOf(download('http://no-such-host.invalid/game'))
  expect(failure).toMatchObject({ step: 'Downloading', subject: 'no-such-host.invalid', action: 'install' })
  // Which of the two depends on whether this machine has a name server at all.
  expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(failure?.errorCode)
})

it('a port that nobody listens on', async () => {
  const taken = createTcpServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  const failure = await failureOf(download(`http://127.0.0.1:${port}/game`))
  expect(failure).toMatchObject({ errorCode: 'ECONNREFUSED', subject: `127.0.0.1:${port}` })
  const json = {
    do: 'read-json',
    url: `http://127.0.0.1:${port}/`,
    where: 'a',
    name: 'a',
    words: 'Asking',
  } as const
  expect(await failureOf([json])).toMatchObject({ errorCode: 'ECONNREFUSED', step: 'Asking' })
})

it('an encrypted address that answers without encryption', async () => {
  const failure = await failureOf(download(server.url('/game').replace('http:', 'https:')))
  expect(failure?.errorCode).toMatch(/^(?:ERR_SSL|EPROTO)/)
})

it('answers of a server', async () => {
  expect(await failureOf(download(server.url('/gone')))).toMatchObject({ httpStatus: 404 })
  expect(await failureOf(download(server.url('/broken')))).toMatchObject({ httpStatus: 503 })
})

it('a wrong checksum, and a file over the limit of the node', async () => {
  const wrong = `sha256:${'0'.repeat(64)}`
  expect(await failureOf(download(server.url('/game'), wrong))).toMatchObject({ reason: 'checksum' })
  expect(await failureOf(download(server.url('/large')))).toMatchObject({ reason: 'download-limit' })
})

it('a program that fails, with what it printed, and no secret in it', async () => {
  const failure = await failureOf(program('echo "key hunter22 is wrong"; echo later; exit 3'), ['hunter22'])
  expect(failure).toMatchObject({ step: 'Building', exitCode: 3, subject: 'sh', errorCode: '' })
  expect(failure?.lastLines.join('\n')).toMatch(/key \S+ is wrong\nlater/)
  expect(JSON.stringify(failure)).not.toContain('hunter22')
})

it('a program that is not there', async () => {
  const missing: InstallStep = { do: 'run-program', command: ['no-such-java', '-jar'], words: 'Building' }
  expect(await failureOf([missing])).toMatchObject({ reason: 'missing-program', subject: 'no-such-java' })
})

it('an installation that was canceled, and an archive that is none', async () => {
  revision += 1
  node.put(1, { uuid, install: program('echo at work; sleep 60') }, revision)
  const taskId = node.ask(1, 'install')
  await until(() => node.state(1) === 'installing', 'it is at work')
  node.app.tasks.cancel({ taskId })
  await node.ended(taskId)
  expect(node.app.gameServers.states()[0]?.installFailure).toMatchObject({ reason: 'canceled' })
  const unpack: InstallStep = {
    do: 'unpack',
    from: 'a',
    to: '.',
    strip: 0,
    keep_archive: false,
    words: 'Unpacking',
  }
  const write: InstallStep = { do: 'write-file', path: 'a', content: 'no archive', words: 'Writing' }
  expect(await failureOf([write, unpack])).toMatchObject({ reason: 'archive', step: 'Unpacking' })
})

it('the next daemon still knows why', async () => {
  const before = await failureOf(download(server.url('/gone')))
  await node.close()
  await node.open()
  expect(node.app.gameServers.states()[0]).toMatchObject({ state: 'install_failed', installFailure: before })
})
