// Stands in the pages for zod. Without this setting zod tries `new Function` with the first object schema; the policy of
// the page refuses that, and the browser reports a violation. Every schema imports this file, so it is set before.

import { config } from 'zod/v4/core'

config({ jitless: true })

export * from 'zod/v4'
