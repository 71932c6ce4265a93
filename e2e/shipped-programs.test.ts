// The programs as they are built: what the tests from source prove must also be there in what is shipped.

import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { checkBundles } from '../scripts/build/bundle-check/check-bundles.ts'
import { bundleNames } from '../scripts/build/bundles.ts'

test('every chunk of the built programs loads and exports what is taken from it', async () => {
  expect(await checkBundles(dirname(import.meta.dirname), bundleNames)).toEqual([])
})
