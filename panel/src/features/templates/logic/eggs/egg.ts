// One egg of Pterodactyl or Pelican in a single shape, whichever of the five format versions it was written in.

export const eggVersions = ['PTDL_v1', 'PTDL_v2', 'PLCN_v1', 'PLCN_v2', 'PLCN_v3'] as const
export type EggVersion = (typeof eggVersions)[number]

/** Larger texts are no eggs and are not read. */
export const eggLimitBytes = 2 * 1024 * 1024

export interface EggVariable {
  name: string
  description: string
  environmentName: string
  initial: string
  isViewable: boolean
  isEditable: boolean
  rules: string[]
  sort: number | null
}

export interface EggValue {
  match: string
  value: string
  /** Only where the present value is this one, or matches it after `regex:`. */
  onlyIf: string | null
}

export interface EggConfigFile {
  path: string
  parser: string
  values: EggValue[]
}

export interface Egg {
  version: EggVersion
  uuid: string | null
  name: string
  author: string
  description: string
  updateUrl: string | null
  tags: string[]
  /** A data URI or an address. */
  icon: string | null
  features: string[]
  images: { label: string; image: string }[]
  deniedFiles: string[]
  startups: { label: string; command: string }[]
  configFiles: EggConfigFile[]
  done: string[]
  stop: string
  install: { script: string; container: string; entrypoint: string }
  variables: EggVariable[]
}

/** The command that a game server of this egg begins with. */
export function usualStartup({ startups }: Pick<Egg, 'startups'>): Egg['startups'][number] | undefined {
  return startups.find(({ label }) => label.trim().toLowerCase() === 'default') ?? startups[0]
}
