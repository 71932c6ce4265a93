import { expect, test } from 'vitest'
import { createEarlySync } from '../early-sync.ts'

const megabyte = 1024 * 1024

test('what the disk said of an early write comes out at the end', async () => {
  const failure = new Error('EIO')
  const sync = createEarlySync({ datasync: () => Promise.reject(failure) })
  sync.wrote(20 * megabyte)
  await expect(sync.settle()).rejects.toBe(failure)
  await expect(sync.settle()).rejects.toBe(failure)
})

test('one sync at a time, and none for a small file', async () => {
  const waiting: (() => void)[] = []
  const sync = createEarlySync({ datasync: () => new Promise(resolve => waiting.push(resolve)) })
  sync.wrote(megabyte)
  expect(waiting).toHaveLength(0)
  for (let part = 0; part < 20; part++) sync.wrote(megabyte)
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await sync.settle()
  sync.wrote(megabyte)
  expect(waiting).toHaveLength(2)
})
