// The languages of the interface: add a catalogue file and one line here, nothing else.

import type { en } from './en.ts'

/** The shape of every catalogue: the keys of the English one. */
export type Texts = typeof en

export const languages = {
  en: { name: 'English', load: async (): Promise<Texts> => (await import('./en.ts')).en },
  de: { name: 'Deutsch', load: async (): Promise<Texts> => (await import('./de.ts')).de },
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
