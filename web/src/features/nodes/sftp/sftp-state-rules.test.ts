// Tests of what SFTP of a node is doing.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { expect, test } from 'vitest'
import { isSettling, sftpState } from './sftp-state-rules.ts'

const node = (sftp: Partial<Node['sftp']>, online = true) => ({
  online,
  sftp: { enabled: true, port: 2022, listening: false, host_key_fingerprint: null, problem: null, ...sftp },
})

test('8.3 the state of SFTP comes from what the node has told', () => {
  expect(sftpState(node({ enabled: false, listening: true }))).toBe('off')
  expect(sftpState(node({ listening: true }))).toBe('listening')
  expect(sftpState(node({}))).toBe('starting')
  expect(sftpState(node({ problem: 'port 2022 is taken' }))).toBe('problem')
  expect(sftpState(node({ listening: true }, false))).toBe('away')
})

test('8.3 the page watches until the node has done what it was told', () => {
  expect(isSettling(node({}))).toBe(true)
  expect(isSettling(node({ listening: true }))).toBe(false)
  expect(isSettling(node({ problem: 'port 2022 is taken' }))).toBe(false)
  expect(isSettling(node({ enabled: false, listening: true }))).toBe(true)
  expect(isSettling(node({ enabled: false }))).toBe(false)
  expect(isSettling(node({}, false))).toBe(false)
})
