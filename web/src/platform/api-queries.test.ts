import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from './api-queries.ts'

afterEach(() => onlineManager.setOnline(true))

test('a browser that believes to be offline asks all the same: the panel may be on this machine', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  expect(await client.fetchQuery({ queryKey: ['read'], queryFn: async () => 'read' })).toBe('read')
  const change = new MutationObserver(client, { mutationFn: async () => 'changed' })
  expect(await change.mutate()).toBe('changed')
})
