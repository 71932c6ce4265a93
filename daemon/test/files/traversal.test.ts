// One traversal string of every twelfth kind on every verb; `npm run prove -- traversal` tries all of them.

import { expect, test } from 'vitest'
import { listsFolder, missingLists, oneOfEachKind, publicStrings } from './public-strings.ts'
import { tryTraversalStrings } from './traversal-trial.ts'

const strings = oneOfEachKind(publicStrings())

if (missingLists !== null) console.log(`skipped: ${missingLists}; only our own strings are tried`)
test.skipIf(missingLists !== null)(`the lists in ${listsFolder} have many kinds`, () => {
  expect(strings.length).toBeGreaterThan(400)
})

tryTraversalStrings(strings.filter((_, index) => index % 12 === 0))
