// Why an archive could not be made or unpacked, for the person who asked for it.

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'

export function failureMessage(error: unknown): string {
  if (!(error instanceof ConfinedFileError)) return error instanceof Error ? error.message : String(error)
  if (error.code === 'no_space') {
    const isDrive = error.cause !== undefined
    return isDrive ? 'there is no space left on the node: free some and try again' : withoutPath(error)
  }
  const { cause } = error
  return error.code === 'failed' && cause instanceof Error ? cause.message : error.message
}

function withoutPath({ message }: Error): string {
  return message.slice(message.indexOf(': ') + 2)
}
