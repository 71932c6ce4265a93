// Starts the texts in the language of the person, loads further areas with the pages that show them, and switches later.

import { createContext, useContext } from 'react'
import { arriving } from '../platform/lazy-loading.ts'
import { chooseLanguage, defaultLanguage, type Language, textsOf } from './languages.ts'
import { addPhrases, createTranslate, type Phrases, type TextOf } from './logic/translate.ts'
import { startAreas, type TextArea } from './text-areas.ts'

export type { TextOf } from './logic/translate.ts'

const storageKey = 'rookery.language'

function storedChoice(): string | null {
  try {
    return window.localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const wanted = new Set<TextArea>(startAreas)
const loaded = new Set<`${Language} ${TextArea}`>()
const allPhrases = new Map<Language, Phrases>()

function phrasesOf(language: Language): Phrases {
  const phrases = allPhrases.get(language) ?? new Map()
  allPhrases.set(language, phrases)
  return phrases
}

const missingOf = (language: Language, areas: Iterable<TextArea>) =>
  [...areas].filter(area => !loaded.has(`${language} ${area}`))

async function load(language: Language, areas: Iterable<TextArea>): Promise<void> {
  await Promise.all(
    missingOf(language, areas).map(async area => {
      addPhrases(phrasesOf(language), await arriving(() => textsOf(language, area)))
      loaded.add(`${language} ${area}`)
    }),
  )
}

/** A text that no loaded area has is a fault of the page: it is said aloud, so that every story finds it. */
const reportMissing = (key: string) => console.error(`no text for ${key}: is its area loaded with this page?`)

export interface CurrentTexts {
  language: Language
  t: TextOf
}

const translations = new Map<Language, CurrentTexts>()
const listeners = new Set<() => void>()
let current: CurrentTexts = { language: defaultLanguage, t: key => key }

/** One voice per language, so that nothing is redrawn when the same one is chosen again. */
function translationOf(language: Language): CurrentTexts {
  const translation = translations.get(language) ?? {
    language,
    t: createTranslate(language, phrasesOf(language), reportMissing),
  }
  translations.set(language, translation)
  return translation
}

/** The language that is spoken now. */
export const currentTexts = {
  current: (): CurrentTexts => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

async function show(language: Language): Promise<void> {
  // A page that is opened meanwhile may want further areas.
  while (missingOf(language, wanted).length > 0) await load(language, wanted)
  current = translationOf(language)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

export const startTexts = (): Promise<void> => show(chooseLanguage([storedChoice(), ...navigator.languages]))

/** Loads a page together with the texts that only it and its like need: the page never appears without them. */
export function withTexts<Page>(areas: readonly TextArea[], loadPage: () => Promise<Page>) {
  return async (): Promise<Page> => {
    for (const area of areas) wanted.add(area)
    const [page] = await Promise.all([arriving(loadPage), load(current.language, areas)])
    return page
  }
}

/** The person's own choice; kept in this browser for the pages before sign-in. */
export async function chooseOwnLanguage(language: Language): Promise<void> {
  try {
    window.localStorage.setItem(storageKey, language)
  } catch {
    // The choice then lasts as long as the page.
  }
  await show(language)
}

/** The profile decides; what it holds by default says nothing, so this browser's choice and wishes come first then. */
export async function adoptProfileLanguage(profileLanguage: string): Promise<void> {
  if (profileLanguage === defaultLanguage) {
    const language = chooseLanguage([storedChoice(), ...navigator.languages])
    if (language !== current.language) await show(language)
    return
  }
  await chooseOwnLanguage(chooseLanguage([profileLanguage, storedChoice(), ...navigator.languages]))
}

/** Reading a context costs next to nothing: long lists say dozens of texts in every row. */
export const TextsContext = createContext<CurrentTexts>(current)

export const useTexts = (): TextOf => useContext(TextsContext).t
export const useLanguage = (): Language => useContext(TextsContext).language
