// The rules of installations: places in JSON, amounts in words, answers of servers, lines of Steam.

import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatBytes, formatProgress } from '../../../platform/logic/format-bytes.ts'
import { findInJson } from './json-path.ts'
import { meaningOf, rangeHeaders, validatorOf } from './resume-download.ts'
import { readSteamLine, steamArguments } from './steam-output.ts'

describe('places in JSON', () => {
  const document = {
    latest: { release: '1.21' },
    versions: [
      { id: '1.20', url: 'a', builds: [1, 2, 3] },
      { id: '1.21', url: 'b', builds: [] },
    ],
    flag: false,
    nothing: null,
  }
  test.each([
    ['latest.release', '1.21'],
    ['versions[0].url', 'a'],
    ['versions[-1].id', '1.21'],
    ['versions[id=1.21].url', 'b'],
    ['versions[id=1.20].builds[-1]', '3'],
    ['flag', 'false'],
  ])('%s is %s', (where, value) => {
    expect(findInJson(document, where)).toEqual({ value })
  })
  test.each([
    ['versions[9].url', 'entry 9 is missing'],
    ['versions[id=2].url', 'an entry with id = 2 is missing'],
    ['latest.toString', 'toString is missing'],
    ['__proto__.x', '__proto__ is missing'],
    ['nothing', 'null'],
    ['versions', 'a list'],
    ['latest', 'an object'],
    ['versions[', 'is not understood'],
    ['a..b', 'is not understood'],
    ['a]', 'is not understood'],
  ])('%s is told with a reason', (where, message) => {
    expect(findInJson(document, where)).toEqual({ problem: expect.stringContaining(message) })
  })
  test('a list at the top', () => {
    expect(findInJson([{ a: 1 }, { a: 2 }], '[-1].a')).toEqual({ value: '2' })
  })
})

test('amounts of bytes', () => {
  expect([0, 999, 1_500, 64_000_000, 64 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '64 MB',
    '68 GB',
  ])
  expect(formatProgress(123_400_000, 456_000_000)).toBe('123 of 456 MB')
  expect(formatProgress(5, 4_200_000_000)).toBe('0.0 of 4.2 GB')
  expect(formatProgress(5_000, null)).toBe('5.0 kB')
})

describe('downloads that go on', () => {
  const notes = { url: 'u', validator: '"a"', sizeBytes: 10 }
  test('only what can be compared is asked for', () => {
    expect(rangeHeaders(5, notes)).toEqual({ range: 'bytes=5-', 'if-range': '"a"' })
    expect(rangeHeaders(0, notes)).toEqual({})
    expect(rangeHeaders(5, { ...notes, validator: '' })).toEqual({})
    expect(validatorOf({ etag: 'W/"a"', 'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT' })).toContain('2026')
    expect(validatorOf({ etag: 'W/"a"' })).toBe('')
  })
  test('what answers mean', () => {
    expect(meaningOf(200, { 'content-length': '10' }, 5)).toEqual({ begins: 0, sizeBytes: 10 })
    expect(meaningOf(206, { 'content-range': 'bytes 5-9/10' }, 5)).toEqual({ begins: 5, sizeBytes: 10 })
    expect(meaningOf(206, { 'content-range': 'bytes 0-9/10' }, 5)).toBe('start_over')
    expect(meaningOf(206, {}, 5)).toBe('start_over')
    expect(meaningOf(416, { 'content-range': 'bytes */10' }, 10)).toBe('complete')
    expect(meaningOf(416, { 'content-range': 'bytes */7' }, 10)).toBe('start_over')
    expect(meaningOf(404, {}, 0)).toMatchObject({ mayHelpToTryAgain: false })
    expect(meaningOf(503, {}, 0)).toMatchObject({ mayHelpToTryAgain: true })
    expect(meaningOf(200, { 'content-length': '-5' }, 0)).toEqual({ begins: 0, sizeBytes: null })
  })
})

describe('lines of SteamCMD', () => {
  test('progress and success', () => {
    expect(
      readSteamLine(' Update state (0x61) downloading, progress: 12.34 (123400000 / 1000000000)'),
    ).toEqual({ progress: 0.1234, message: 'downloading: 123 of 1000 MB' })
    expect(readSteamLine('Update state (0x3) reconfiguring, progress: 0.00 (0 / 0)')).toEqual({
      progress: 0,
      message: 'reconfiguring',
    })
    expect(readSteamLine("Success! App '740' fully installed.")).toBe('success')
    expect(readSteamLine("Success! App '740' already up to date.")).toBe('success')
    expect(readSteamLine('[ 42%] Downloading update (1,024 of 2,048 KB)...')).toMatchObject({
      progress: null,
    })
    expect(readSteamLine('Redirecting stderr to /tmp/error.txt')).toBeNull()
  })
  test.each([
    ["Error! App '740' state is 0x202 after update job.", 'disk space', false],
    ["Error! App '740' state is 0x212 after update job.", 'disk space', false],
    ["Error! App '740' state is 0x602 after update job.", 'broken off', true],
    ["ERROR! Failed to install app '740' (No subscription)", 'No subscription', false],
    ["ERROR! Failed to install app '740' (Missing configuration)", 'knows nothing', true],
    ["ERROR! Failed to install app '740' (Invalid platform)", 'Linux', false],
    ['FAILED (Rate Limit Exceeded)', 'rate limit', false],
    ['FAILED (No Connection)', 'cannot be reached', true],
    ['ERROR! Timed out waiting for AppInfo update.', 'in time', true],
    ['ERROR! Something new', 'Steam says: ERROR! Something new', true],
  ])('%s', (line, message, mayHelpToTryAgain) => {
    expect(readSteamLine(line)).toEqual({ failure: expect.stringContaining(message), mayHelpToTryAgain })
  })
  test('T-101 no value becomes a command of its own', () => {
    const app = { app_id: '740', beta: '', beta_password: '', mod: '', validate: false }
    expect(steamArguments('steamcmd', '/srv/x', app)).toEqual({
      argv: [
        'steamcmd',
        '+force_install_dir',
        '/srv/x',
        '+login',
        'anonymous',
        '+app_update',
        '740',
        '+quit',
      ],
    })
    assert(
      property(string(), constantFrom('beta', 'beta_password', 'mod'), (value, field) => {
        const found = steamArguments('steamcmd', '/srv/x', { ...app, [field]: value })
        if ('problem' in found) return
        const commands = found.argv.filter(word => word.startsWith('+'))
        expect(commands.filter(word => !word.startsWith('+app_set_config')).length).toBe(4)
        expect(found.argv.some(word => /[\s"]/.test(word))).toBe(false)
      }),
    )
  })
})
