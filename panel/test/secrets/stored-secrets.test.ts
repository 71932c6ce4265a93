import { describe } from 'vitest'
import { storedSecretsSuite } from './stored-secrets-suite.ts'

describe('secrets in SQLite', { timeout: 120_000 }, () => storedSecretsSuite(async () => ({})))
