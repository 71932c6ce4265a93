// Reads the secrets in a backup of the panel: NAME="value" lines, as a configuration file has them.

export function readSecretLines(text: string): Record<string, string> {
  const found = text.matchAll(/^([A-Z_]+)="((?:[^"\\]|\\.)*)"$/gm)
  return Object.fromEntries(
    Array.from(found, ([, name = '', value = '']) => [name, value.replaceAll(/\\(.)/g, '$1')] as const),
  )
}
