// Formatters of numbers and times, made once for each language: making one takes far longer than using it.

/** What the browser asks for, most wanted first; a program without a browser has no wish. */
const browserLanguages = (): readonly string[] =>
  typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])

function regionOf(tag: string, isGuessed: boolean): string | undefined {
  try {
    const locale = new Intl.Locale(tag)
    return isGuessed ? locale.maximize().region : locale.region
  } catch {
    return undefined
  }
}

/**
 * The words of the interface's language with the habits of the browser's region: somebody in Britain or Germany who
 * reads English sees 17 Nov and 14:05, somebody in the United States Nov 17 and 2:05 PM.
 */
export function localeOf(language: string, preferred: readonly string[] = browserLanguages()): string {
  const first = preferred[0]
  const region =
    preferred.map(tag => regionOf(tag, false)).find(found => found !== undefined) ??
    (first === undefined ? undefined : regionOf(first, true))
  if (region === undefined) return language
  // The interface is written in simplified characters, also for readers in Taiwan.
  return new Intl.Locale(language, language === 'zh' ? { region, script: 'Hans' } : { region }).toString()
}

/** Gives the same formatter for the same language, with the habits of the browser's region. */
export function onePerLanguage<Formatter>(
  make: (locale: string) => Formatter,
): (language: string) => Formatter {
  const created = new Map<string, Formatter>()
  return language => {
    const known = created.get(language)
    if (known) return known
    const formatter = make(localeOf(language))
    created.set(language, formatter)
    return formatter
  }
}
