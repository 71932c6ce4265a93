// The whole catalogue of one language for tests of sentences, without a page.

import { createInstance } from 'i18next'
import { textAreas } from './areas.ts'
import { type Language, languages } from './languages.ts'
import type { TextOf } from './texts.ts'

export async function textsForTests(language: Language): Promise<TextOf> {
  const texts = createInstance()
  await texts.init({
    lng: language,
    resources: { [language]: { translation: {} } },
    interpolation: { escapeValue: false },
  })
  for (const area of textAreas) {
    texts.addResourceBundle(language, 'translation', await languages[language].texts[area](), true, true)
  }
  return texts.t as TextOf
}
