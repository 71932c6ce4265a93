import { expect, test } from 'vitest'
import { unknownMessage } from './unknown-message.ts'

test('6.1 whoever sends a message that a channel does not take reads which it does', () => {
  expect(unknownMessage('/api/ws/servers/{server}/console', 'shout')).toBe(
    'this channel takes no shout: send console.command { command } or ping',
  )
  expect(unknownMessage('/api/ws/tasks/{id}', 'shout')).toBe('this channel takes no shout: send ping')
  expect(unknownMessage('/api/ws/events', 'x')).toContain(
    'recent { within_ms } or usage-history { ids } or ping',
  )
})
