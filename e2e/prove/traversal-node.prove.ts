// Every public traversal string on every verb of a node: nothing outside of the game server's folder is touched.

import { expect, test } from 'vitest'
import { listsFolder, missingLists, publicStrings } from '../../daemon/test/files/public-strings.ts'
import { tryTraversalStrings } from '../../daemon/test/files/traversal-trial.ts'

const strings = publicStrings()

if (missingLists === null) {
  test(`all strings in ${listsFolder} are tried`, () => {
    expect(strings.length).toBe(2_844)
  })
  tryTraversalStrings(strings)
} else {
  console.log(`skipped: ${missingLists}`)
  test.skip(`every public string on a node: ${missingLists}`)
}
