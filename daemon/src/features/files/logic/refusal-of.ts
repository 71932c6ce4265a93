// Which error of the API a refused piece of file work is.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import type { ConfinedFileProblem } from '../../../platform/confined-files/confined-file-error.ts'

const codes: Record<ConfinedFileProblem, ErrorCode> = {
  invalid_path: 'malformed_request',
  escapes: 'forbidden',
  root_protected: 'forbidden',
  protected: 'forbidden',
  not_permitted: 'forbidden',
  not_found: 'not_found',
  exists: 'conflict',
  not_a_file: 'conflict',
  not_a_folder: 'conflict',
  busy: 'conflict',
  changed: 'precondition_failed',
  too_large: 'too_large',
  too_deep: 'invalid_input',
  no_space: 'no_space',
  failed: 'internal',
}

export function refusalOf(problem: ConfinedFileProblem): ErrorCode {
  return codes[problem]
}
