import { describe } from 'vitest'
import { editTagsSuite } from './edit-tags-suite.ts'

describe('If-Match on SQLite', () => {
  editTagsSuite(async () => ({}))
})
