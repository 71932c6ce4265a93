// Whatever stands in the way of a start is told in one clear line, with a non-zero exit and nothing half-made.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize, proofTest } from '../test-services/proof-size.ts'
import { quickHashing, runProgram } from '../test-services/start-program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-bad-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const secret = { AUTH_SECRET: '0123456789abcdef0123456789abcdef' }

async function run(
  name: Parameters<typeof runProgram>[0],
  args: string[],
  variables: Record<string, string>,
) {
  const usual = { DATA_DIR: folder, HTTP_PORT: '0', GRPC_PORT: '0', ...quickHashing }
  const { status, errors } = await runProgram(name, args, { ...usual, ...variables })
  return { code: status, errors }
}

describe('bad starts', () => {
  test('5.9 without AUTH_SECRET the panel does not start and says how to make one', async () => {
    const { code, errors } = await run('panel', [], {})
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain('AUTH_SECRET')
    expect(readdirSync(folder)).toEqual([])
  })

  test('all problems of a configuration are told at once, one line each', async () => {
    const { code, errors } = await run('panel', [], {
      DATABASE_DRIVER: 'oracle',
      CACHE_DRIVER: 'paper',
      AUTH_BCRYPT_COST: '9',
      AUTH_SERVICE: 'other',
    })
    expect(code).toBe(1)
    const lines = errors.trim().split('\n')
    for (const name of [
      'AUTH_SECRET',
      'DATABASE_DRIVER',
      'CACHE_DRIVER',
      'AUTH_BCRYPT_COST',
      'AUTH_SERVICE',
    ]) {
      expect(
        lines.filter(line => line.includes(name)),
        name,
      ).toHaveLength(1)
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('a port in use is named, with the variable that changes it', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => taken.on('listening', resolve))
    const address = taken.address()
    const port = String(typeof address === 'object' ? address?.port : 0)
    const http = await run('panel', [], { ...secret, HTTP_PORT: port })
    const grpc = await run('panel', [], { ...secret, GRPC_PORT: port })
    taken.close()
    expect([http.code, grpc.code]).toEqual([1, 1])
    expect(http.errors).toMatch(new RegExp(`port ${port}.*HTTP_PORT`))
    expect(grpc.errors).toMatch(new RegExp(`port ${port}.*GRPC_PORT`))
    expect(http.errors.trim().split('\n')).toHaveLength(1)
  })

  proofTest('a data folder that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), 'not a folder')
    const { code, errors } = await run('panel', [], {
      ...secret,
      DATA_DIR: join(folder, 'file', 'below'),
    })
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain(join(folder, 'file'))
    const up = await run('rookery', ['up'], { DATA_DIR: join(folder, 'file', 'below') })
    expect(up.code).toBe(1)
    expect(up.errors).toContain(join(folder, 'file'))
  })

  test('a corrupt database file is left as it is', async () => {
    writeFileSync(join(folder, 'panel.sqlite'), 'this is no database, but it is somebody’s file')
    const { code, errors } = await run('panel', [], secret)
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain('panel.sqlite')
    expect(readdirSync(folder)).toEqual(['panel.sqlite'])
  })

  const keys: [string, string][] = [
    ['nonsense', 'nonsense'],
    ['a key of the right form for a panel that is not there', `rk1_${'A'.repeat(43)}_${'0'.repeat(64)}`],
  ]
  test.each(proofSize({ short: keys.slice(1), proof: keys }))(
    'enrollment with %s ends with words and leaves nothing',
    async (_, key) => {
      const data = join(folder, 'daemon')
      mkdirSync(data)
      const keyFile = join(folder, 'key')
      writeFileSync(keyFile, key)
      const { code, errors } = await run(
        'daemon',
        ['enroll', 'http://127.0.0.1:59', '--key-file', keyFile, '--data', data],
        {},
      )
      expect(code).toBe(1)
      expect(errors.trim().split('\n')).toHaveLength(1)
      expect(errors).not.toMatch(/^\s+at /m)
      expect(existsSync(join(data, 'daemon.yaml'))).toBe(false)
      expect(readdirSync(data)).toEqual([])
    },
  )
})
