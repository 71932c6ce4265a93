// What can be done about a crash or a failed installation: which repair suits a known cause, and which a person may have done.

import type { InstallFailure, OfferedInstallFailure } from '@rookery/contracts/install-failure.ts'
import type { CrashCause, CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { claimedPorts, type PortValues } from './claimed-ports.ts'
import { imageLabel } from './images.ts'
import { mayChange, type Viewer, valueProblem } from './variable-values.ts'

interface Crashed extends PortValues {
  image: string | null
  processManager: string
}

/** Null where nothing but a person can help. */
export function suggestedRepair(
  cause: CrashCause,
  line: string | null,
  server: Crashed,
  template: Template,
): CrashRepair | null {
  if (cause === 'eula') return acceptance(template)
  if (cause === 'port-in-use') return anotherPort(line ?? '', server, template)
  if (cause === 'wrong-java') return betterJava(line ?? '', server, template)
  if (cause === 'image-missing') return anotherImage(server, template)
  // Never a reinstallation: it would delete the worlds that people have built.
  return cause === 'missing-file' ? { do: 'update' } : null
}

export type InstallRepair = OfferedInstallFailure['repairs'][number]

/** What else than another try may help an installation. */
export function suggestedInstallRepair(
  { kind, line }: Pick<InstallFailure, 'kind' | 'line'>,
  server: Crashed,
  template: Template,
): InstallRepair | null {
  if (kind === 'eula') return acceptance(template)
  if (kind === 'port-in-use') return anotherPort(line ?? '', server, template)
  if (kind === 'wrong-java') return betterJava(line ?? '', server, template)
  return kind === 'image-missing' || kind === 'image-denied' ? anotherImage(server, template) : null
}

function anotherImage(server: Crashed, template: Template): InstallRepair | null {
  const present = imageLabel(server, template)
  const other = template.container?.images.find(({ label }) => label !== present)
  return present !== null && other ? { do: 'use-image', label: other.label } : null
}

/** A variable about the license, set to the first word for yes that its rules take. */
function acceptance(template: Template): InstallRepair | null {
  const variable = template.variables.find(({ name }) => /(?:^|_)EULA(?:_|$)/i.test(name))
  const value = ['true', '1', 'TRUE', 'yes'].find(
    word => variable && valueProblem(template, variable, word) === null,
  )
  return variable && value ? { do: 'set-variable', name: variable.name, value } : null
}

/** For the port whose number the line names, otherwise for that of the game; one in a variable is a person's choice. */
function anotherPort(line: string, server: Crashed, template: Template): InstallRepair | null {
  const numbers = (line.match(/\d+/g) ?? []).map(Number)
  const named = claimedPorts(template, server).find(({ port }) => numbers.includes(port))
  if (named?.field.startsWith('variables.')) return null
  const port = named?.name === 'query' || named?.name === 'rcon' ? named.name : 'game'
  return { do: 'choose-port', port }
}

/** Java N writes classes of version N + 44. */
const classVersionOffset = 44

/** The oldest Java among the template's images that is new enough. */
function betterJava(line: string, server: Crashed, template: Template): InstallRepair | null {
  const present = imageLabel(server, template)
  if (present === null) return null
  const needed = neededJava(line)
  const offered = template.container?.images.flatMap(({ label, image }) => {
    const version = javaIn(label) ?? javaIn(image)
    return version === null || label === present ? [] : [{ label, version }]
  })
  const fitting = offered
    ?.filter(({ version }) => needed === null || version >= needed)
    .toSorted((one, other) => (needed === null ? other.version - one.version : one.version - other.version))
  return fitting?.[0] ? { do: 'use-image', label: fitting[0].label } : null
}

function neededJava(line: string): number | null {
  const asked = /requires (?:at least )?java (\d{1,3})/i.exec(line)
  if (asked) return Number(asked[1])
  const classVersion = /class file version (\d{2,3})/i.exec(line)
  return classVersion ? Number(classVersion[1]) - classVersionOffset : null
}

function javaIn(text: string): number | null {
  const found = /(?:java|jdk|jre)[ _:-]{0,2}(\d{1,3})/i.exec(text)
  return found ? Number(found[1]) : null
}

/** A repair changes nothing that the one who asks for it could not change. */
export function isRepairPossible(
  repair: CrashRepair,
  server: Crashed,
  template: Template,
  viewer: Viewer,
): boolean {
  switch (repair.do) {
    case 'set-variable': {
      const variable = template.variables.find(({ name }) => name === repair.name)
      return (
        !!variable && mayChange(variable, viewer) && valueProblem(template, variable, repair.value) === null
      )
    }
    case 'choose-port':
      return viewer.mayChangeSettings && template.ports[repair.port] !== undefined
    case 'use-image':
      return (
        viewer.mayChangeSettings &&
        imageLabel(server, template) !== null &&
        !!template.container?.images.some(({ label }) => label === repair.label)
      )
    case 'reinstall':
    case 'update':
      return viewer.mayChangeSettings && viewer.mayUpdate
  }
}
