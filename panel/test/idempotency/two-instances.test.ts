import { describe } from 'vitest'
import { twoInstancesSuite } from './two-instances-suite.ts'

describe('Idempotency-Key at two instances on SQLite', () => {
  twoInstancesSuite(async () => ({}))
})
