import { describe } from 'vitest'
import { usageSuite } from './usage-suite.ts'

describe('what is used of plans, on SQLite', () => usageSuite(async () => ({})))
