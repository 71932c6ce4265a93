// What templates say, in the language of the reader: a template's own translations, and those that come with Rookery.
//
// Those that come with Rookery are one file per language, shared by all templates, read when somebody asks for it. They
// hold for any template that says the same, so a copy or an imported egg keeps what it has not changed.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Translate } from '@rookery/contracts/template/translations.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { type Phrases, stepTranslator } from './step-translator-rules.ts'

export interface TemplateTranslator {
  text: Translate
  /** Of a step that is or was at work, with its placeholders filled, and what follows it: `Downloading Paper 1.21.4: …`. */
  step: Translate
}

export type TemplateTranslations = ReturnType<typeof createTemplateTranslations>

const shippedShape = z.record(z.string(), z.string())
const untouched: Translate = text => text

/** `folder` is that of the built-in templates. */
export function createTemplateTranslations(folder: string) {
  const shipped = new Map<string, Promise<ShippedLanguage>>()

  /** Nothing where Rookery does not speak it. */
  async function read(language: string): Promise<ShippedLanguage> {
    const file = join(folder, 'translations', `${language}.json`)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    const phrases = new Map(Object.entries(parseJson(shippedShape, text, file)))
    return { phrases, step: stepTranslator(phrases) }
  }

  function shippedIn(language: string): Promise<ShippedLanguage> {
    const spoken = rookerySpeaks.find(each => each === language || each === primary(language))
    if (spoken === undefined) return nothingShipped
    const known = shipped.get(spoken) ?? read(spoken)
    shipped.set(spoken, known)
    known.catch(() => shipped.delete(spoken))
    return known
  }

  /** Without a template only what comes with Rookery is known. Null is English. */
  return async (
    language: string | null,
    template?: Pick<Template, 'translations'>,
  ): Promise<TemplateTranslator> => {
    if (language === null) return { text: untouched, step: untouched }
    const common = await shippedIn(language)
    const written = template?.translations
    const own = new Map(Object.entries(written?.[language] ?? written?.[primary(language)] ?? {}))
    const ownStep = own.size > 0 ? stepTranslator(own) : untouched
    return {
      text: text => own.get(text) ?? common.phrases.get(text) ?? text,
      step(text) {
        const translated = ownStep(text)
        return translated === text ? common.step(text) : translated
      },
    }
  }
}

interface ShippedLanguage {
  phrases: Phrases
  step: Translate
}

const rookerySpeaks = ['de', 'es', 'fr', 'ru', 'zh']
const nothingShipped = Promise.resolve<ShippedLanguage>({ phrases: new Map(), step: untouched })
const primary = (language: string) => language.split('-')[0] ?? language
