import { describe, expect, test } from 'vitest'
import {
  type Action,
  architectureOf,
  checkPanel,
  chooseAction,
  chooseFile,
  describeInterrupted,
  findChecksum,
  type Phase,
  releaseProblem,
  spaceProblem,
  type UpgradeRequest,
  type UpgradeState,
  versionOf,
} from './upgrade-rules.ts'

const state = (phase: Phase): UpgradeState => ({
  ...{ format: 1, phase, kind: 'deb', from: '0.1.0', to: '0.2.0', file: '/r/rookery_0.2.0_amd64.deb' },
  ...{ sha256: 'a', startedAt: '2026-11-17T10:00:00.000Z', timeoutSeconds: 120, withoutCopy: false },
  ...{ units: ['rookery-panel'], nodeId: 1, databaseCopy: null, reason: null },
})
const request: UpgradeRequest = { sha256: null, resume: false, back: false }

describe('what a run does, by where the last one ended', () => {
  const nothing = request
  const sameFile = { ...request, sha256: 'a' }
  const otherFile = { ...request, sha256: 'b' }
  const resume = { ...request, resume: true }
  const back = { ...request, back: true }
  test.each<[Phase | null, UpgradeRequest, Action['do']]>([
    [null, sameFile, 'begin'],
    [null, nothing, 'refuse'],
    [null, resume, 'refuse'],
    [null, back, 'refuse'],
    ['saving', nothing, 'refuse'],
    ['saving', sameFile, 'begin-again'],
    ['saving', otherFile, 'refuse'],
    ['saving', resume, 'begin-again'],
    ['saving', back, 'discard'],
    ['saved', resume, 'go-on'],
    ['saved', back, 'discard'],
    ['installing', nothing, 'refuse'],
    ['installing', sameFile, 'go-on'],
    ['installing', otherFile, 'refuse'],
    ['installing', resume, 'go-on'],
    ['installing', back, 'return'],
    ['returning', sameFile, 'return'],
    ['returning', resume, 'return'],
    ['returning', back, 'return'],
    ['done', otherFile, 'begin'],
    ['done', resume, 'refuse'],
    ['done', back, 'bring-back-previous'],
    ['returned', sameFile, 'begin'],
    ['returned', back, 'refuse'],
  ])('%s, %o: %s', (phase, asked, expected) => {
    expect(chooseAction(phase && state(phase), asked).do).toBe(expected)
  })

  test('an interrupted one is described with the commands that end it', () => {
    expect(describeInterrupted(state('saved'))).toMatch(/before anything was changed.*--resume.*--back/)
    expect(describeInterrupted(state('installing'))).toMatch(/while 0\.2\.0 was installed.*--resume.*--back/)
    expect(describeInterrupted(state('returning'))).toMatch(/while 0\.1\.0 was put back.*--back/)
    expect(chooseAction(state('installing'), request)).toMatchObject({
      message: describeInterrupted(state('installing')),
    })
  })

  test('both ways at once are refused', () => {
    expect(chooseAction(state('installing'), { ...resume, back: true }).do).toBe('refuse')
  })
})

describe('which release may be installed', () => {
  const installed = { version: '0.2.0', architecture: 'x64' } as const
  const release = { name: 'rookery', version: '0.3.0', architecture: 'x64', installedBytes: 1 }
  test.each([
    [{}, false, null],
    [{ version: '0.2.0' }, false, null],
    [{ version: '0.10.0' }, false, null],
    [{ version: '0.1.9' }, false, /older than 0\.2\.0.*--allow-older/],
    [{ version: '0.2.0-rc.1' }, false, /older/],
    [{ version: '0.1.9' }, true, null],
    [{ architecture: 'arm64' }, true, /made for arm64, this machine is x64/],
    [{ name: 'rookery-daemon' }, true, /this machine has the panel/],
  ])('%o, older allowed: %s', (changes, allowOlder, expected) => {
    const problem = releaseProblem(installed, { ...release, ...changes }, { allowOlder })
    if (expected === null) expect(problem).toBeNull()
    else expect(problem).toMatch(expected)
  })
})

test('of a folder the newest file of the right kind is taken', () => {
  const names = [
    'SHA256SUMS',
    'rookery-daemon_0.3.0_amd64.deb',
    'rookery_0.2.0_amd64.deb',
    'rookery_0.10.0_amd64.deb',
    'rookery_0.10.0~rc.1_amd64.deb',
    'rookery_0.11.0_arm64.deb',
    'rookery-0.3.0-1.x86_64.rpm',
    'rookery-daemon-0.4.0-1.x86_64.rpm',
    'rookery-0.3.0-linux-x64.tar.gz',
    'rookery-0.4.0-image-linux-x64.tar.gz',
    'rookery-daemon-0.4.0-linux-x64.tar.gz',
  ]
  expect(chooseFile(names, 'deb', 'x64')).toBe('rookery_0.10.0_amd64.deb')
  expect(chooseFile(names, 'deb', 'arm64')).toBe('rookery_0.11.0_arm64.deb')
  expect(chooseFile(names, 'rpm', 'x64')).toBe('rookery-0.3.0-1.x86_64.rpm')
  expect(chooseFile(names, 'archive', 'x64')).toBe('rookery-0.3.0-linux-x64.tar.gz')
  expect(chooseFile(names, 'archive', 'arm64')).toBeNull()
  expect(versionOf('0.10.0~rc.1')).toBe('0.10.0-rc.1')
  expect(['amd64', 'aarch64', 'riscv64'].map(architectureOf)).toEqual(['x64', 'arm64', 'riscv64'])
})

test('the checksum of a file is read by its whole name', () => {
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
  const sums = `${one}  rookery-0.2.0.tar.gz\r\n${two} *0.2.0.tar.gz\n`
  expect(findChecksum(sums, 'rookery-0.2.0.tar.gz')).toBe(one)
  expect(findChecksum(sums, '0.2.0.tar.gz')).toBe(two)
  expect(findChecksum(sums, '2.0.tar.gz')).toBeNull()
  expect(findChecksum('not sums', 'x')).toBeNull()
})

test('the panel counts as upgraded when the new version says that it is ready', () => {
  const status = { isReady: true, version: '0.2.0', restarts: 0 }
  expect(checkPanel(status, '0.2.0', false)).toEqual({ is: 'ready' })
  expect(checkPanel({ ...status, version: '0.1.0' }, '0.2.0', false).is).toBe('waiting')
  expect(checkPanel({ ...status, isReady: false }, '0.2.0', false).is).toBe('waiting')
  expect(checkPanel({ ...status, version: '0.1.0' }, '0.2.0', true)).toMatchObject({
    reason: 'version 0.1.0 answers instead of 0.2.0',
  })
  expect(checkPanel({ ...status, isReady: false }, '0.2.0', true)).toMatchObject({
    reason: expect.stringContaining('is not ready'),
  })
  const gone = { isReady: false, version: null }
  expect(checkPanel({ ...gone, restarts: 4 }, '0.2.0', false).is).toBe('waiting')
  expect(checkPanel({ ...gone, restarts: 5 }, '0.2.0', false)).toMatchObject({
    reason: 'the panel ended 6 times right after its start',
  })
})

test('room is counted together for folders on one disk', () => {
  const need = { folder: '/a', bytes: 60e6, freeBytes: 100e6, device: 1 }
  expect(spaceProblem([need])).toBeNull()
  expect(spaceProblem([need, { ...need, folder: '/b', device: 2 }])).toBeNull()
  expect(spaceProblem([need, { ...need, folder: '/b' }])).toBe(
    '120 MB are needed in /a and /b, and 100 MB are free; make room first',
  )
})
