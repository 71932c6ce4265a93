// Which tests a change asks for.

import { expect, test } from 'vitest'
import { changedSince, chooseTests } from './changed-tests.ts'

const allStories = [
  'e2e/files/uploads.test.ts',
  'e2e/files.test.ts',
  'e2e/schedules.test.ts',
  'e2e/shipped-programs.test.ts',
  'e2e/live/console.test.ts',
  'e2e/live/console-orders.test.ts',
]
const unit = { file: 'panel/test/files.test.ts', project: 'anywhere' }
const liveStory = { file: 'e2e/live/console.test.ts', project: 'stories' }

test.each([
  ['nothing for a page of the documentation', ['docs/a.md'], [], []],
  [
    'what imports it, one story of what is shipped, and the stories of its feature',
    ['panel/src/features/files/upload.ts'],
    [unit, liveStory],
    ['e2e/files.test.ts', 'e2e/files/uploads.test.ts', 'e2e/shipped-programs.test.ts', unit.file],
  ],
  [
    'no story of a feature for what belongs to none',
    ['panel/src/app.ts'],
    [unit, liveStory],
    ['e2e/shipped-programs.test.ts', unit.file],
  ],
  [
    'also the stories that name the feature in part of their name',
    ['web/src/features/console/console-page.tsx'],
    [],
    ['e2e/live/console-orders.test.ts', 'e2e/live/console.test.ts', 'e2e/shipped-programs.test.ts'],
  ],
  ['a story for a change of its helpers', ['e2e/live/live-world.ts'], [liveStory], [liveStory.file]],
  ['a story that changed itself', ['e2e/schedules.test.ts'], [], ['e2e/schedules.test.ts']],
])('chooses %s', (_name, changed, importing, chosen) => {
  expect(chooseTests({ changed, importing, allStories })).toEqual(chosen)
})

test.each([
  [['a.test.ts'], null],
  [['--changed'], { ref: null, rest: [] }],
  [['--bail=1', '--changed=origin/main'], { ref: 'origin/main', rest: ['--bail=1'] }],
])('reads %j', (args, read) => {
  expect(changedSince(args)).toEqual(read)
})
