// Every endpoint with the name of its operation and its section, and every type that the description names.

import * as z from 'zod'
import { backupLimits, backupPlace, backupRetention } from '../backups.ts'
import { crashReport } from '../crash-report.ts'
import { searchMatch } from '../daemon/file-request.ts'
import { crashPolicy } from '../daemon/game-server-definition.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { installFailure, offeredInstallFailure } from '../install-failure.ts'
import { gamePlayer, gameQuery } from '../players.ts'
import { pluginManifest, pluginPage } from '../plugin/manifest.ts'
import { scheduleStep, scheduleTiming } from '../schedule.ts'
import { installStep } from '../template/install-steps.ts'
import { templateVariable } from '../template/variables.ts'
import { template } from '../template.ts'
import { type EndpointFile, endpointFiles } from './endpoint-files.ts'
import { operationName, typeName } from './operation-names.ts'
import { apiSections } from './sections.ts'

export interface NamedOperation {
  name: string
  file: EndpointFile
  section: string
  endpoint: Endpoint
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value
  )
}

/** The pages and commands of plugins differ; a wildcard is no path of OpenAPI either. */
export const isDescribed = ({ path, isOutsideApi }: Pick<Endpoint, 'path' | 'isOutsideApi'>) =>
  !path.includes('*') && !isOutsideApi

function* endpointsOf(exported: string, value: unknown): Generator<[name: string, endpoint: Endpoint]> {
  if (isEndpoint(value)) yield [operationName(exported), value]
  else if (typeof value === 'object' && value !== null && !(value instanceof z.ZodType)) {
    for (const [part, inner] of Object.entries(value)) {
      if (isEndpoint(inner)) yield [operationName(exported, part), inner]
    }
  }
}

export const namedOperations: readonly NamedOperation[] = apiSections.flatMap(section =>
  section.files.flatMap(file =>
    Object.entries(endpointFiles[file]).flatMap(([exported, value]) =>
      [...endpointsOf(exported, value)]
        .filter(([, endpoint]) => isDescribed(endpoint))
        .map(([name, endpoint]) => ({ name, file, section: section.name, endpoint })),
    ),
  ),
)

const byEndpoint = new Map(namedOperations.map(operation => [operation.endpoint, operation]))

export function operationOf(endpoint: Endpoint): NamedOperation | undefined {
  return byEndpoint.get(endpoint)
}

/** From beside the files of endpoints. */
const furtherTypes: readonly [z.ZodType, string][] = [
  [backupLimits, 'BackupLimits'],
  [backupPlace, 'BackupPlace'],
  [backupRetention, 'BackupRetention'],
  [crashPolicy, 'CrashPolicy'],
  [crashReport, 'CrashReport'],
  [gamePlayer, 'Player'],
  [gameQuery, 'GameQuery'],
  [installFailure, 'InstallFailure'],
  [offeredInstallFailure, 'OfferedInstallFailure'],
  [installStep, 'TemplateInstallStep'],
  [pluginManifest, 'PluginManifest'],
  [pluginPage, 'PluginPage'],
  [scheduleStep, 'ScheduleStep'],
  [scheduleTiming, 'ScheduleTiming'],
  [searchMatch, 'FileMatch'],
  [template, 'Template'],
  [templateVariable, 'TemplateVariable'],
]

/** Types that are named in the description, by their schemas: what the files of endpoints export, and a few beside. */
export const namedTypes: ReadonlyMap<z.ZodType, string> = new Map([
  ...furtherTypes,
  ...Object.values(endpointFiles).flatMap(file =>
    Object.entries(file as Record<string, unknown>).flatMap(([exported, value]): [z.ZodType, string][] =>
      isNamedType(value) && !/Params$|Query$/.test(exported) ? [[value, typeName(exported)]] : [],
    ),
  ),
])

function isNamedType(value: unknown): value is z.ZodType {
  return value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum
}
