// With the template's hooks files that belong together agree in every backup, whatever the game writes.

import { expect, it } from 'vitest'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import { backUpAgainAndAgain } from './agreeing-files.ts'

it('twenty backups of a game that writes two files all the time: in each of them they agree', async () => {
  const agreement = await backUpAgainAndAgain(new ArchiveEngine(Date.now), 20)
  expect(agreement).toEqual({ taken: 20, agreeing: 20, different: 20, consistencies: ['flushed'] })
})
