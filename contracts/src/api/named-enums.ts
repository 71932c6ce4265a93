// Lists of names that many shapes use: wherever exactly these names stand, the description refers to one type.

import { backupConsistencies, backupEngines, backupKinds, riskyActions } from '../backups.ts'
import { archiveFormats, fileTypes, hashAlgorithms } from '../daemon/file-request.ts'
import { errors } from '../errors.ts'
import {
  administratorPermission,
  gameServerPermissionNames,
  generalPermissions,
  objectTypes,
} from '../game-server-permissions.ts'
import { gameServerSeries, nodeSeries } from '../metric-series.ts'
import { pluginEventNames, pluginPermissionNames } from '../plugin/permissions.ts'
import { processManagerNames } from '../process-managers.ts'
import { runStates, taskKinds, taskStatuses } from '../run-states.ts'
import { scheduleActions, scheduleRunStatuses, stepActions, stepConditions } from '../schedule.ts'
import { tokenAbilities } from '../token-abilities.ts'

export const namedEnums: Readonly<Record<string, readonly string[]>> = {
  RunState: runStates,
  TaskStatus: taskStatuses,
  TaskKind: taskKinds,
  ErrorCode: Object.keys(errors),
  TokenAbility: Object.keys(tokenAbilities),
  ServerPermission: gameServerPermissionNames,
  Permission: [...gameServerPermissionNames, ...generalPermissions, administratorPermission],
  GeneralPermission: generalPermissions,
  ObjectType: objectTypes,
  ProcessManager: processManagerNames,
  BackupKind: backupKinds,
  BackupEngine: backupEngines,
  BackupConsistency: backupConsistencies,
  RiskyAction: riskyActions,
  FileType: fileTypes,
  ArchiveFormat: archiveFormats,
  HashAlgorithm: hashAlgorithms,
  MetricSeries: [...gameServerSeries, ...nodeSeries].map(({ name }) => name),
  ScheduleAction: scheduleActions,
  StepAction: stepActions,
  StepCondition: stepConditions,
  ScheduleRunStatus: scheduleRunStatuses,
  PluginPermission: pluginPermissionNames,
  PluginEvent: pluginEventNames,
}
