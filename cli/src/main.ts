// The `rookery` command.

import { runMain } from 'citty'
import { rookery } from './commands.ts'

await runMain(rookery)
