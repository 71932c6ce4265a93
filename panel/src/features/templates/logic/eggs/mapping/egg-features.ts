// The features of an egg, helpers of another panel's interface, as crash hints: the cause in words and what repairs it.

import type { ConfigFile } from '@rookery/contracts/template/config-files.ts'
import type { CrashHint } from '@rookery/contracts/template/crash-hints.ts'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import type { Egg } from '../egg.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'

export interface EggFeatures {
  crashHints: CrashHint[]
  variables: TemplateVariable[]
  configFiles: ConfigFile[]
}

const eulaVariable: TemplateVariable = {
  name: 'EULA',
  title: 'Minecraft EULA',
  description:
    "Turn this on if you accept Mojang's terms at https://aka.ms/MinecraftEULA. The game doesn't start otherwise.",
  default: 'false',
  rules: ['required', 'in:true,false'],
  visible_to: 'everyone',
  editable_by: 'everyone',
  secret: false,
}

const eulaHint: CrashHint = {
  pattern: 'agree to the EULA in order to run the server',
  cause: 'eula',
  words:
    'The game starts only after its license terms (EULA) are accepted. Read them, then accept them here.',
  repair: { do: 'set-variable', name: 'EULA', value: 'true' },
}

const simpleHints: Record<string, CrashHint> = {
  steam_disk_space: {
    pattern: 'steamcmd needs \\d+ ?MB of free disk space|0x202 after update job',
    cause: 'no-space',
    words:
      "There isn't enough free space for Steam to install or update the game. Free up space, then try again.",
    repair: { do: 'update' },
  },
  gsl_token: {
    pattern: 'gsl token expired|account not found|Could not establish connection to Steam servers',
    cause: 'wrong-setting',
    words: "Steam refused the server's login token (GSLT). Create a new one and enter it in the settings.",
  },
  pid_limit: {
    pattern: 'unable to create new native thread|pthread_create failed|Resource temporarily unavailable',
    cause: 'other',
    words: "The game couldn't start another thread: the node's limit is reached.",
  },
}

export function featuresOf(egg: Egg, notes: ImportNotes): EggFeatures {
  const made: EggFeatures = { crashHints: [], variables: [], configFiles: [] }
  for (const feature of new Set(egg.features)) {
    const field = `features.${feature}`
    const simple = Object.hasOwn(simpleHints, feature) ? simpleHints[feature] : undefined
    if (feature === 'eula') addEula(egg, made)
    else if (feature === 'java_version') made.crashHints.push(javaHint(egg))
    else if (simple) made.crashHints.push(simple)
    else {
      notes.warning(field, `the feature ${quoted(feature)} is not known and does nothing here`)
      continue
    }
    notes.mapped(field, 'became an explanation that is shown when the game fails for this reason')
  }
  return made
}

/** Unless the egg has such a setting itself. */
function addEula(egg: Egg, made: EggFeatures): void {
  const isOwn =
    egg.variables.some(({ environmentName }) => /^(?:MC_?)?EULA$/i.test(environmentName)) ||
    egg.configFiles.some(({ path }) => /(?:^|\/)eula\.txt$/.test(path))
  if (isOwn) {
    const { repair: _, ...reported } = eulaHint
    made.crashHints.push(reported)
    return
  }
  made.crashHints.push(eulaHint)
  made.variables.push(eulaVariable)
  const values = [{ key: 'eula', value: '{var.EULA}' }]
  made.configFiles.push({ path: 'eula.txt', format: 'properties', create: true, values })
}

function javaHint(egg: Egg): CrashHint {
  const versions = egg.images.map(({ label, image }) => ({
    label,
    version: Number(/java[ _-]?(\d+)/i.exec(`${label} ${image}`)?.[1] ?? 0),
  }))
  const newest = versions.toSorted((a, b) => b.version - a.version)[0]
  return {
    pattern:
      'UnsupportedClassVersionError|requires (?:running the server with )?Java|unsupported Java detected',
    cause: 'wrong-java',
    words: 'This version of the game needs a different version of Java.',
    ...(newest && newest.version > 0 ? { repair: { do: 'use-image', label: newest.label } } : {}),
  }
}
