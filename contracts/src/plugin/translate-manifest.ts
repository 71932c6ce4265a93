// What a plugin says to people, in the language of the reader, as far as its author has written it.

import type { PluginManifest } from './manifest.ts'

type Translate = (english: string) => string
type Localized = { en: string } & Record<string, string>

/** Null is English. */
export function translateManifest(manifest: PluginManifest, language: string | null): PluginManifest {
  const { translations, ...rest } = manifest
  if (language === null) return rest
  const spoken = primary(language)
  const written = translations?.[language] ?? translations?.[spoken] ?? {}
  const translate: Translate = english => (Object.hasOwn(written, english) && written[english]) || english
  return mapTexts(rest, translate, text => ({ ...text, [spoken]: text[spoken] ?? translate(text.en) }))
}

/** Each once. */
export function textsOfManifest(manifest: PluginManifest): string[] {
  const texts = new Set<string>()
  const note: Translate = text => {
    texts.add(text)
    return text
  }
  mapTexts(manifest, note, text => ({ ...text, en: note(text.en) }))
  return [...texts]
}

const primary = (language: string) => language.split('-')[0] ?? language

function mapTexts(
  manifest: PluginManifest,
  translate: Translate,
  localize: (text: Localized) => Localized,
): PluginManifest {
  return {
    ...manifest,
    name: translate(manifest.name),
    description: translate(manifest.description),
    permissions: manifest.permissions.map(one => ({ ...one, reason: translate(one.reason) })),
    pages: manifest.pages.map(page => ({ ...page, title: localize(page.title) })),
    settings: manifest.settings.map(setting => ({
      ...setting,
      label: localize(setting.label),
      ...(setting.help && { help: localize(setting.help) }),
      ...(setting.choice_labels && { choice_labels: mapLabels(setting.choice_labels, localize) }),
    })),
  }
}

const mapLabels = (labels: Record<string, Localized>, localize: (text: Localized) => Localized) =>
  Object.fromEntries(Object.entries(labels).map(([choice, label]) => [choice, localize(label)]))
