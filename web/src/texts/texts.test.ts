// Finds texts that a language lacks, has too much, or fills with other values than English does.

import { describe, expect, test } from 'vitest'
import { chooseLanguage, type Language, languageCodes, textsOf } from './languages.ts'
import { textAreas } from './text-areas.ts'

type Tree = { [key: string]: string | Tree }

function flatten(tree: Tree, path = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(path + key, value)
    else for (const [inner, text] of flatten(value, `${path}${key}.`)) flat.set(inner, text)
  }
  return flat
}

const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const placesOf = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(match => match[1] ?? '')
    .sort((one, other) => one.localeCompare(other))

async function wholeCatalog(code: Language): Promise<Map<string, string>> {
  const areas = await Promise.all(textAreas.map(area => textsOf(code, area)))
  return new Map(areas.flatMap(area => [...flatten(area)]))
}

const english = await wholeCatalog('en')

describe.each(languageCodes)('the catalog %s', code => {
  test('has every key of the English one and no other', async () => {
    const own = await wholeCatalog(code)
    const wanted = new Set([...english.keys()].map(singular))
    const found = new Set([...own.keys()].map(singular))
    expect([...wanted].filter(key => !found.has(key))).toEqual([])
    expect([...found].filter(key => !wanted.has(key))).toEqual([])
  })

  test('has every plural form that the language needs', async () => {
    const own = await wholeCatalog(code)
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
    const counted = [...english.keys()].filter(key => key.endsWith('_other')).map(singular)
    const missing = counted.flatMap(key => forms.map(form => `${key}_${form}`)).filter(key => !own.has(key))
    expect(missing).toEqual([])
  })

  test('has no empty text and the same places to fill', async () => {
    // English may leave the number out of `one`, or say a name instead; where `one` also means 21 the number must stay.
    const isOneExact = new Intl.PluralRules(code).select(21) !== 'one'
    for (const [key, text] of await wholeCatalog(code)) {
      expect(text.trim(), key).not.toBe('')
      const counted = english.get(`${singular(key)}_other`)
      const model = isOneExact ? (english.get(key) ?? counted) : (counted ?? english.get(key))
      expect(placesOf(text), key).toEqual(placesOf(model ?? ''))
    }
  })
})

test('no two areas have a group of the same name: one would hide the other', async () => {
  const areas = await Promise.all(textAreas.map(area => textsOf('en', area)))
  const groups = areas.flatMap(area => Object.keys(area))
  expect(groups.filter((group, at) => groups.indexOf(group) !== at)).toEqual([])
})

test('the first wish that we speak wins, whatever its region', () => {
  expect(chooseLanguage(['xx', 'de-AT', 'en'])).toBe('de')
  expect(chooseLanguage([null, undefined, 'EN_us'])).toBe('en')
  expect(chooseLanguage(['constructor', 'zz'])).toBe('en')
})

// U+202F before ; ! and ?, U+00A0 before : and within « ».
test('French has a no-break space before its double punctuation and within its quotes', async () => {
  const broken = [...(await wholeCatalog('fr'))].filter(([, text]) => /\S [:;!?»]|« /.test(text))
  expect(broken).toEqual([])
})
