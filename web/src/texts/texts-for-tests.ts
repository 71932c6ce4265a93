// The whole catalog of one language for tests of sentences, without a page.

import { type Language, textsOf } from './languages.ts'
import { addPhrases, createTranslate, type TextOf } from './logic/translate.ts'
import { textAreas } from './text-areas.ts'

export async function textsForTests(language: Language): Promise<TextOf> {
  const phrases = new Map<string, string>()
  for (const area of textAreas) addPhrases(phrases, await textsOf(language, area))
  return createTranslate(language, phrases)
}
