// Splits the refusal of a package into the files of it and what is wrong with each.

export interface PackageFault {
  /** A file of the package, or null for the package as a whole. */
  file: string | null
  /** Where in plugin.json; empty for the file itself. */
  field: string
  words: string
}

/** `fields`: as the panel tells them, such as `plugin.json.settings.0.kind` or `plugin.wasm`. */
export function packageFaults(fields: Record<string, string[]>): PackageFault[] {
  return Object.entries(fields).flatMap(([name, faults]) => {
    const isManifest = name.startsWith('plugin.json.')
    const file = name === 'package' ? null : isManifest ? 'plugin.json' : name
    const field = isManifest ? name.slice('plugin.json.'.length) : ''
    return faults.map(words => ({ file, field, words }))
  })
}
