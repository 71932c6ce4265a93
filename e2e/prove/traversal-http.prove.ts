// Every public traversal string on every route of files over HTTP: what leads out is refused, nothing outside changes.

import { test } from 'vitest'
import { missingLists, publicStrings } from '../../daemon/test/files/public-strings.ts'
import { TraversalWorld, tryTraversalOverHttp } from '../files/traversal-trial.ts'

const strings = publicStrings('latin1')

if (missingLists === null) {
  tryTraversalOverHttp(new TraversalWorld(), { share: () => strings, names: strings })
} else {
  console.log(`skipped: ${missingLists}`)
  test.skip(`every public string over HTTP: ${missingLists}`)
}
