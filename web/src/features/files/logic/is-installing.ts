// Whether an installer is writing the files of a game server right now.

import type { RunState } from '@rookery/contracts/run-states.ts'

export const isInstalling = (state: RunState): boolean => state === 'installing' || state === 'updating'
