// The languages of the interface: add a folder with the JSON files of the English one and its catalog, and one line here.

import { en } from './en/catalog.ts'
import type { AreaTexts, Catalog, TextArea } from './text-areas.ts'

/** A catalog other than the English one comes when it is spoken: the names of its files are many. */
export const languages = {
  en: { name: 'English', load: async () => en as Catalog },
  de: { name: 'Deutsch', load: async () => (await import('./de/catalog.ts')).de },
  es: { name: 'Español', load: async () => (await import('./es/catalog.ts')).es },
  fr: { name: 'Français', load: async () => (await import('./fr/catalog.ts')).fr },
  ru: { name: 'Русский', load: async () => (await import('./ru/catalog.ts')).ru },
  zh: { name: '简体中文', load: async () => (await import('./zh/catalog.ts')).zh },
} as const satisfies Record<string, { name: string; load: () => Promise<Catalog> }>

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/** The texts of one area in one language. */
export async function textsOf<Area extends TextArea>(
  language: Language,
  area: Area,
): Promise<AreaTexts<Area>> {
  const catalog: Catalog = await languages[language].load()
  return catalog[area]()
}

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** What a profile says when nobody has chosen. */
export const defaultLanguage: Language = 'en'

/** The first wish that we speak, `de-AT` counting as `de`; English when there is none. */
export function chooseLanguage(preferences: readonly (string | null | undefined)[]): Language {
  for (const input of preferences) {
    const code = input?.toLowerCase().split(/[-_]/)[0] ?? ''
    if (isLanguage(code)) return code
  }
  return defaultLanguage
}
