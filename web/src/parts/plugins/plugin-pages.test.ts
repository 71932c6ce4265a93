// Tests of the list of plugin pages.

import { listPluginPages } from '@rookery/contracts/http/plugins.ts'
import { expect, test } from 'vitest'
import { localized, pluginPagesEndpoint } from './plugin-pages.ts'

test('the endpoint told by hand is the one of the contract', () => {
  const { method, path } = pluginPagesEndpoint
  expect({ method, path }).toEqual({ method: listPluginPages.method, path: listPluginPages.path })
})

test('words come in the language of who reads, else in English', () => {
  const text = { en: 'Crashes', de: 'Abstürze' }
  expect(localized(text, 'de')).toBe('Abstürze')
  expect(localized(text, 'fr')).toBe('Crashes')
  expect(localized(text, 'constructor')).toBe('Crashes')
})
