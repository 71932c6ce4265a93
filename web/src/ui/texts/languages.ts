// The languages of the interface: add a folder with a catalogue and one line here, nothing else.

import type { Catalogue } from './areas.ts'
import { de } from './de/catalogue.ts'
import { en } from './en/catalogue.ts'

export const languages = {
  en: { name: 'English', texts: en as Catalogue },
  de: { name: 'Deutsch', texts: de },
} as const

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** What a profile says when nobody has chosen. */
export const defaultLanguage: Language = 'en'

/** The first wish that we speak, `de-AT` counting as `de`; English when there is none. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const code = wish?.toLowerCase().split(/[-_]/)[0] ?? ''
    if (isLanguage(code)) return code
  }
  return defaultLanguage
}
