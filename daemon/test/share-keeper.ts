// One keeper for all nodes of a test file: starting one costs more than most of its tests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { endKeepers } from '../src/platform/process-managers/process/test/end-keepers.ts'
import { useKeeper } from './open-test-node.ts'

/**
 * For tests that are about games and not about their keeper, with one node at a time: each finds it without a game of
 * another. A node that is opened with `keeper: shippedKeeper` has its own.
 */
export function shareKeeper(): void {
  let folder = ''
  const socketFile = () => join(folder, 'keeper.sock')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-keeper-'))
    useKeeper(socketFile())
  })
  afterAll(async () => {
    useKeeper(null)
    await endKeepers(socketFile())
    rmSync(folder, { recursive: true, force: true })
  })
}
