// What the browser needs before anybody has signed in, and the state of the panel itself.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const publicConfig = z.object({
  name: z.string(),
  version: z.string(),
  default_language: z.string(),
  languages: z.array(z.string()),
  captcha: z
    .object({ provider: z.enum(['captcha_v2', 'captcha_v3', 'challenge']), site_key: z.string() })
    .nullable(),
  plugins_enabled: z.boolean(),
})
export type PublicConfig = z.output<typeof publicConfig>

export const readPublicConfig = endpoint({
  method: 'GET',
  path: '/api/config/public',
  summary: 'Name, version and sign-in options of this panel',
  answer: publicConfig,
})

export const readHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'The process answers',
  answer: z.object({ status: z.literal('ok') }),
})

export const readReadiness = endpoint({
  method: 'GET',
  path: '/api/ready',
  summary: 'Database and cache answer too, and there is room to write',
  answer: z.object({ status: z.literal('ready') }),
})
