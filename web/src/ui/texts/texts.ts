// Starts the texts in the language of the person, loading that one catalogue only, and switches it later.

import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { chooseLanguage, defaultLanguage, type Language, languages, type Texts } from './languages.ts'

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

export async function startTexts(): Promise<void> {
  const language = chooseLanguage([keptChoice(), ...navigator.languages])
  const translation = await languages[language].load()
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = language
}

async function show(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await languages[language].load())
  }
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
