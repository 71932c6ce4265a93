// Tests of how much of the window waits for a page.

import { expect, test } from 'vitest'
import { waitingPlace } from './waiting-place-rules.ts'

test.each([
  [undefined, 'nowhere'],
  ['__root__', 'window'],
  ['/shell', 'page'],
  ['/shell/servers/$serverId', 'tab'],
  ['/shell/people/users/$userId', 'tab'],
])('a page that is a part of %s', (parentId, place) => {
  expect(waitingPlace(parentId)).toBe(place)
})
