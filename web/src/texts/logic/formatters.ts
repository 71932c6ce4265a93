// Formatters of numbers and times, made once for each language: making one takes far longer than using it.

/** Gives the same formatter for the same language. */
export function onePerLanguage<Formatter>(
  make: (language: string) => Formatter,
): (language: string) => Formatter {
  const created = new Map<string, Formatter>()
  return language => {
    const known = created.get(language)
    if (known) return known
    const formatter = make(language)
    created.set(language, formatter)
    return formatter
  }
}
