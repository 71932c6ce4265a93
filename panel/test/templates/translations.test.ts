// What templates say, in the language that was asked for: those that come with Rookery, and an author's own.

import { readdirSync, readFileSync } from 'node:fs'
import { placeholdersIn } from '@rookery/contracts/template/placeholders.ts'
import { readTemplate } from '@rookery/contracts/template/read-template.ts'
import { textsOfTemplate } from '@rookery/contracts/template/translations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generalCauses } from '../../src/features/game-servers/logic/general-causes.ts'
import { eggToTemplate } from '../../src/features/templates/logic/eggs/mapping/egg-to-template.ts'
import { readSample } from '../../src/features/templates/logic/eggs/sample-egg.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const folder = new URL('../../../templates/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

const english = new Set(generalCauses.map(({ words }) => words))
for (const file of readdirSync(folder).filter(name => name.endsWith('.yaml'))) {
  const found = readTemplate(read(file))
  if ('template' in found) for (const text of textsOfTemplate(found.template)) english.add(text)
}

/** What the import of an egg adds in words of its own. */
const everyFeature = ['eula', 'java_version', 'steam_disk_space', 'gsl_token', 'pid_limit']
const imported = eggToTemplate(readSample({ features: everyFeature }), 'sample').template
for (const text of textsOfTemplate(imported)) {
  if (text !== imported.description && !imported.tags.includes(text)) english.add(text)
}

describe.each(['de', 'es', 'fr', 'ru', 'zh'])('templates in %s', language => {
  const translated = new Map(Object.entries(JSON.parse(read(`translations/${language}.json`)) as object))

  test('every text of a shipped template is there, and nothing that none of them says', () => {
    expect([...english].filter(text => !translated.has(text))).toEqual([])
    expect([...translated.keys()].filter(text => !english.has(text))).toEqual([])
  })

  test('none is empty, and all have the same placeholders', () => {
    for (const [text, own] of translated) {
      expect(String(own).trim(), text).not.toBe('')
      expect(placeholdersIn(String(own)).toSorted(), text).toEqual(placeholdersIn(text).toSorted())
    }
  })
})

describe('through the API', () => {
  let panel: TestPanel
  let sessionToken: string
  beforeAll(async () => {
    panel = await startTestPanel()
    sessionToken = await panel.signIn()
  })
  afterAll(() => panel.stop())

  const ask = async (path: string, language?: string) => {
    const headers = language === undefined ? undefined : { 'accept-language': language }
    return panel.request('GET', path, { sessionToken, ...(headers && { headers }) })
  }
  const idOf = async (slug: string): Promise<number> => {
    const { json } = await ask('/api/templates?per_page=1000')
    return (json as { id: number; slug: string }[]).find(one => one.slug === slug)?.id ?? 0
  }

  test('a template answers in the language that was asked for, with the same ETag', async () => {
    const path = `/api/templates/${await idOf('minecraft-paper')}`
    const [plain, german, unknown] = await Promise.all([ask(path), ask(path, 'de-AT,de'), ask(path, 'tlh')])
    const find = (answer: typeof plain, name: string) =>
      (answer.json.template as { variables: { name: string }[] }).variables.find(one => one.name === name)
    expect(find(plain, 'MOTD')).toMatchObject({ title: 'Message of the day' })
    expect(find(german, 'MOTD')).toMatchObject({ title: 'Nachricht des Tages' })
    expect(find(german, 'DIFFICULTY')).toMatchObject({ choices: { peaceful: 'Friedlich', hard: 'Schwer' } })
    expect(german.json).toMatchObject({ name: 'Minecraft Paper', game: 'Minecraft: Java Edition' })
    expect(german.headers.get('vary')).toContain('Accept-Language')
    expect(german.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(unknown.json).toEqual(plain.json)
  })

  test('a list that is cached for one language is not given in another', async () => {
    const descriptionIn = async (language?: string) => {
      const { json } = await ask('/api/templates?per_page=1000', language)
      return (json as { slug: string; description: string }[]).find(one => one.slug === 'factorio')
        ?.description
    }
    expect(await descriptionIn()).toBe('The factory must grow.')
    expect(await descriptionIn('de')).toBe('Die Fabrik muss wachsen.')
    expect(await descriptionIn('fr')).toBe('L’usine doit grandir.')
    expect(await descriptionIn('en')).toBe('The factory must grow.')
  })

  test('an own template speaks languages that Rookery does not, and borrows what Rookery knows', async () => {
    const arena = await ask(`/api/templates/${await idOf('arena')}/export?format=rookery`)
    const text = String(arena.json.text)
      .replace('slug: arena', 'slug: own-arena')
      .concat(
        'translations:\n  pl: { Max players: Maks. graczy }\n  de: { Max players: Höchstens so viele }\n',
      )
    const made = await panel.request('POST', '/api/templates', { sessionToken, body: { text } })
    expect(made.status).toBe(201)
    const titles = async (language: string) => {
      const { json } = await ask(`/api/templates/${String(made.json.id)}`, language)
      return (json.template as { variables: { title: string }[] }).variables.map(({ title }) => title)
    }
    expect(await titles('pl')).toContain('Maks. graczy')
    expect(await titles('de')).toEqual(expect.arrayContaining(['Höchstens so viele', 'Erste Karte']))
  })
})
