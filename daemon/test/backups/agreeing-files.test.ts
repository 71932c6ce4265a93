// With the template's hooks files that belong together agree in every backup, whatever the game writes.

import { expect, it } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import { backUpAgainAndAgain } from './agreeing-files.ts'

const times = proofSize({ short: 6, proof: 200 })

it(`${times} backups of a game that writes two files all the time: in each of them they agree`, async () => {
  const agreement = await backUpAgainAndAgain(new ArchiveEngine(Date.now), times)
  expect(agreement).toEqual({
    ...{ taken: times, agreeing: times, different: times },
    consistencies: ['flushed'],
  })
})
