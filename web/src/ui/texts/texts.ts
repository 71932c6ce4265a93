// Starts the texts in the language of the person, loads further areas with the pages that show them, and switches later.

import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { TextArea, Texts } from './areas.ts'
import { chooseLanguage, defaultLanguage, type Language, languages } from './languages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

const storageKey = 'rookery.language'

function keptChoice(): string | null {
  try {
    return window.localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const wanted = new Set<TextArea>(['everywhere'])
const loaded = new Set<`${Language} ${TextArea}`>()

async function load(language: Language, areas: Iterable<TextArea>): Promise<void> {
  const missing = [...areas].filter(area => !loaded.has(`${language} ${area}`))
  await Promise.all(
    missing.map(async area => {
      i18next.addResourceBundle(language, 'translation', await languages[language].texts[area](), true, true)
      loaded.add(`${language} ${area}`)
    }),
  )
}

/** A text that no loaded area has is a fault of the page: it is said aloud, so that every story finds it. */
const reportMissing = (_languages: readonly string[], _space: string, key: string) =>
  console.error(`no text for ${key}: is its area loaded with this page?`)

export async function startTexts(): Promise<void> {
  const language = chooseLanguage([keptChoice(), ...navigator.languages])
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: {} } },
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: reportMissing,
  })
  await load(language, wanted)
  document.documentElement.lang = language
}

/** Loads a page together with the texts that only it and its like need: the page never appears without them. */
export function withTexts<Page>(areas: readonly TextArea[], loadPage: () => Promise<Page>) {
  return async (): Promise<Page> => {
    for (const area of areas) wanted.add(area)
    const [page] = await Promise.all([loadPage(), load(chooseLanguage([i18next.language]), areas)])
    return page
  }
}

async function show(language: Language): Promise<void> {
  await load(language, wanted)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
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
    const language = chooseLanguage([keptChoice(), ...navigator.languages])
    if (language !== i18next.language) await show(language)
    return
  }
  await chooseOwnLanguage(chooseLanguage([profileLanguage, keptChoice(), ...navigator.languages]))
}

export const useTexts = () => useTranslation().t
export type TextOf = ReturnType<typeof useTexts>

export const useLanguage = (): Language => chooseLanguage([useTranslation().i18n.language])
