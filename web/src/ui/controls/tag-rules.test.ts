// Tests of tags as they are typed.

import { expect, test } from 'vitest'
import { allTags, tagsOf } from './tag-rules.ts'

test('tags come apart at commas, each once', () => {
  expect(tagsOf(' weekend, eu ,, weekend')).toEqual(['weekend', 'eu'])
  expect(tagsOf('')).toEqual([])
  expect(allTags({ chips: ['eu'], typed: 'weekend, eu' })).toEqual(['eu', 'weekend'])
})
