// Why a game server could not be installed, with what the one who asks may do about it.

import type { OfferedInstallFailure } from '@rookery/contracts/install-failure.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { installFailureOf } from '../../tasks/install-failure-rules.ts'
import { isRepairPossible, suggestedInstallRepair } from '../logic/repairs.ts'
import type { Viewer } from '../logic/variable-values.ts'
import { readableValues } from '../secret-values.ts'
import type { StoredGameServer } from '../stored-game-server.ts'

/** Null unless its installation or update has failed. */
export function offeredFailure(
  server: StoredGameServer,
  template: Template,
  viewer: Viewer,
  isStartAsked: boolean,
): OfferedInstallFailure | null {
  if (server.state !== 'install_failed') return null
  const failure = installFailureOf(server.installFailure, server.stateReason ?? '')
  const plain = { ...server, variables: readableValues(server.variables) }
  const repair = suggestedInstallRepair(failure, plain, template)
  const mayRepair = viewer.mayChangeSettings && viewer.mayUpdate && viewer.mayStart
  const isOffered = repair !== null && mayRepair && isRepairPossible(repair, plain, template, viewer)
  // Another installation would not be a copy.
  const mayRetry = viewer.mayUpdate && failure.action !== 'clone'
  return {
    ...failure,
    line: viewer.mayReadConsole || viewer.mayUpdate ? failure.line : null,
    repairs: isOffered ? [repair] : [],
    retry: mayRetry ? { action: retryOf(failure.action), start: isStartAsked && viewer.mayStart } : null,
  }
}

/** A reinstallation has deleted the files already. */
const retryOf = (action: string) => (action === 'update' ? 'update' : 'install')
