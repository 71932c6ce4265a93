// Why an installation could not go on, for the person who asked for it.

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'

export function failureMessage(error: unknown): string {
  if (error instanceof ConfinedFileError && error.code === 'no_space') {
    return 'there is no space left on the node: free some and install again'
  }
  return error instanceof Error ? error.message : String(error)
}
