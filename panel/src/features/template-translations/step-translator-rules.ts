// Recognizes what a step of an installation says, although a node has filled its placeholders, and says it in another language.

import { placeholdersIn } from '@rookery/contracts/template/placeholders.ts'
import type { Translate } from '@rookery/contracts/template/translations.ts'
import { valuesIn } from '@rookery/primitives/filled-text.ts'

export type Phrases = ReadonlyMap<string, string>

/** What a node adds begins with this: how far the step is, or why it failed. */
const addition = ': '
/** Nothing that a template calls its steps is longer. */
const longestStep = 500

export function stepTranslator(phrases: Phrases): Translate {
  const filled = [...phrases].filter(([english]) => placeholdersIn(english).length > 0).map(patternOf)

  function translate(step: string): string | undefined {
    const plain = phrases.get(step)
    if (plain !== undefined) return plain
    for (const read of filled) {
      const translated = read(step)
      if (translated !== null) return translated
    }
    return undefined
  }

  return text => {
    // The shortest that is a step: what a node adds belongs to no value.
    for (
      let at = text.indexOf(addition);
      at !== -1 && at <= longestStep;
      at = text.indexOf(addition, at + 1)
    ) {
      const translated = translate(text.slice(0, at))
      if (translated !== undefined) return translated + text.slice(at)
    }
    return text.length > longestStep ? text : (translate(text) ?? text)
  }
}

const placeholder = /\{[a-z]+\.[A-Za-z0-9_]+\}/g

function patternOf([english, translated]: readonly [string, string]) {
  const names = placeholdersIn(english)
  const fixed = english.split(placeholder)
  return (step: string): string | null => {
    const values = valuesIn(fixed, step)
    return (
      values &&
      translated.replaceAll(placeholder, written => values[names.indexOf(written.slice(1, -1))] ?? written)
    )
  }
}
