// Runs the command that was typed.

import { runMain } from 'citty'
import { rookery } from './commands.ts'

export const runRookery = () => runMain(rookery)
