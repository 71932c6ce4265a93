// The rules that every engine shares: what is left out, the order of a walk, what a failure means.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backupProblems } from '../backup-engine.ts'
import { explain, explainFailure } from './explain-failure.ts'
import { comparePaths } from './path-order.ts'
import { reserveBytes } from './reserve.ts'
import { createSelection } from './selection.ts'

describe('selection', () => {
  test('leaves out what is excluded, and takes only what is included, with the folders above it', () => {
    const isLeftOut = createSelection(['*.log'], ['world/region', 'server.*'])
    const left = ['world', 'world/region', 'world/region/r.mca', 'server.properties'].map(isLeftOut)
    expect(left).toEqual([false, false, false, false])
    const gone = ['world/level.dat', 'logs', 'world/region/x.log', 'mods/world/region'].map(isLeftOut)
    expect(gone).toEqual([true, true, true, true])
    expect(createSelection([], [])('anything')).toBe(false)
  })
})

describe('the order of paths', () => {
  test('puts a folder before what is in it, and is an order', () => {
    expect(['b', 'a/c', 'a-b', 'a'].toSorted(comparePaths)).toEqual(['a', 'a/c', 'a-b', 'b'])
    const path = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(path, path, (a, b) => {
        const [left, right] = [a.join('/'), b.join('/')]
        expect(Math.sign(comparePaths(left, right))).toBe(-Math.sign(comparePaths(right, left)) || 0)
        expect(comparePaths(left, `${left}/x`)).toBeLessThan(0)
      }),
    )
  })
})

describe('the reserve of a disk', () => {
  test('is a gigabyte, a twentieth of a large disk, a tenth of a small one', () => {
    const gibibyte = 1024 ** 3
    expect(reserveBytes(100 * gibibyte)).toBe(5 * gibibyte)
    expect(reserveBytes(15 * gibibyte)).toBe(gibibyte)
    expect(reserveBytes(gibibyte)).toBe(gibibyte / 10)
  })
})

describe('failures', () => {
  const run = (texts: string[], exitCode: number | null = 1) =>
    explainFailure({ action: 'take the backup', storageKind: 's3', exitCode, texts }).code

  test.each([
    ['Save(<data/1>) failed: no space left on device', 'no_space'],
    ['unable to save snapshot: open /repository/data/0a/0a1b-tmp-17: no such file or directory', 'no_space'],
    ['subprocess ssh: Host key verification failed.', 'denied'],
    ['Fatal: unable to open config file: Stat: Access Denied.', 'denied'],
    ['exec: "ssh": executable file not found in $PATH', 'engine_missing'],
    ['unshare: unshare failed: Operation not permitted', 'denied'],
    ['dial tcp: lookup s3.example: no such host', 'unreachable'],
    ['server response unexpected: 500 Internal Server Error (500)', 'unreachable'],
    ['path nope: not found', 'not_found'],
    ['Fatal: failed to find snapshot: no matching ID found for prefix "ff"', 'not_found'],
    ['LoadBlob(data/1): ciphertext verification failed', 'damaged'],
    ['something that nobody has seen', 'unknown'],
  ])('%s', (text, code) => {
    expect(run([text])).toBe(code)
  })

  test('an exit code that is known wins over the words', () => {
    expect(run(['connection refused'], 12)).toBe('wrong_password')
    expect(run([], 10)).toBe('not_found')
    expect(run([], 11)).toBe('locked')
  })

  test('every sentence says what, why, and what to do', () => {
    for (const problem of backupProblems) {
      const { message } = explain(problem, 'take the backup', 'sftp')
      expect(message).toMatch(/^Can't take the backup: .+\.$/)
      expect(message).not.toMatch(/please|!|successfully/i)
    }
  })
})
