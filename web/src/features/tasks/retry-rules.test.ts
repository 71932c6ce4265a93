// Tests of which failed tasks can be asked for once more.

import { expect, test } from 'vitest'
import { isLatestOfServer, retryOf } from './retry-rules.ts'

const stopped = { id: 1, state: 'stopped', node_online: true } as const
const failed = { id: 5, kind: 'start', status: 'error', server_id: 1 } as const

test('what failed can be asked for again while its server allows it', () => {
  expect(retryOf(failed, stopped)).toBe('start')
  expect(retryOf({ ...failed, kind: 'install' }, { ...stopped, state: 'install_failed' })).toBe('install')
  expect(retryOf(failed, { ...stopped, state: 'running' })).toBeNull()
  expect(retryOf(failed, { ...stopped, node_online: false })).toBeNull()
  expect(retryOf(failed, undefined)).toBeNull()
})

test('what did not fail, and what would delete or needs an answer first, is not offered', () => {
  expect(retryOf({ ...failed, status: 'success' }, stopped)).toBeNull()
  expect(retryOf({ ...failed, kind: 'reinstall' }, stopped)).toBeNull()
  expect(retryOf({ ...failed, kind: 'restore' }, stopped)).toBeNull()
})

test('only the last task of a server counts', () => {
  const newer = { ...failed, id: 6, kind: 'update' } as const
  expect(isLatestOfServer(failed, [{ ...newer, server_id: 2 }, failed])).toBe(true)
  expect(isLatestOfServer(failed, [newer, failed])).toBe(false)
})
