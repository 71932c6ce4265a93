// Fills `{name}` placeholders in one pass: a value is never read again, so it cannot bring in another placeholder.

const placeholder = /\{([a-z]+\.[A-Za-z0-9_]+)\}/g

export function fillPlaceholders(text: string, valueFor: (name: string) => string): string {
  return text.replace(placeholder, (_, name: string) => valueFor(name))
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(match => match[1] ?? '')
}
