import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pluginManifest } from './manifest.ts'
import { textsOfManifest, translateManifest } from './translate-manifest.ts'

test.each(['notifications', 'status-page'])('%s says everything in every language', name => {
  const file = new URL(`../../../plugins/${name}/plugin.json`, import.meta.url)
  const manifest = pluginManifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const english = textsOfManifest(manifest).toSorted()
  for (const language of ['de', 'es', 'fr', 'ru', 'zh'])
    expect(Object.keys(manifest.translations?.[language] ?? {}).toSorted(), language).toEqual(english)
})

test('what is translated is said in the language, the rest in English, and a label of its own comes first', () => {
  const manifest = pluginManifest.parse({
    ...{ id: 'sample', name: 'Sample', version: '1.0.0', abi: 1, description: 'One of them.' },
    pages: [{ id: 'one', slot: 'home-widget', title: { en: 'Page', de: 'Blatt' } }],
    settings: [
      { name: 'to', label: 'Service', kind: 'choice', choices: ['a'], choice_labels: { a: 'First' } },
    ],
    translations: { de: { Sample: 'Muster', Page: 'Seite', First: 'Erster' } },
  })
  const german = translateManifest(manifest, 'de-at')
  expect(german).toMatchObject({ name: 'Muster', description: 'One of them.' })
  expect(german.pages[0]?.title).toMatchObject({ de: 'Blatt' })
  expect(german.settings[0]).toMatchObject({
    label: { de: 'Service' },
    choice_labels: { a: { de: 'Erster' } },
  })
  expect(german.translations).toBeUndefined()
  expect(translateManifest(manifest, null)).toMatchObject({ name: 'Sample' })
})
