// One traversal string of each kind on every verb; `npm run prove -- traversal` tries all of them.

import { expect, test } from 'vitest'
import { listsFolder, oneOfEachKind, publicStrings } from './public-strings.ts'
import { tryTraversalStrings } from './traversal-trial.ts'

const strings = oneOfEachKind(publicStrings())

test.skipIf(strings.length === 0)(`the lists in ${listsFolder} have many kinds`, () => {
  expect(strings.length).toBeGreaterThan(400)
})

tryTraversalStrings(strings)
