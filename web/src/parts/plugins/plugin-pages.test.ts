// Tests of the list of plugin pages.

import { listPluginPages } from '@rookery/contracts/http/plugins.ts'
import { expect, test } from 'vitest'
import { pluginPagesEndpoint, wordsIn } from './plugin-pages.ts'

test('the endpoint told by hand is the one of the contract', () => {
  const { method, path } = pluginPagesEndpoint
  expect({ method, path }).toEqual({ method: listPluginPages.method, path: listPluginPages.path })
})

test('words come in the language of who reads, else in English', () => {
  const words = { en: 'Crashes', de: 'Abstürze' }
  expect(wordsIn(words, 'de')).toBe('Abstürze')
  expect(wordsIn(words, 'fr')).toBe('Crashes')
  expect(wordsIn(words, 'constructor')).toBe('Crashes')
})
