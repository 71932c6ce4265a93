// What a daemon answers while it takes another version of itself (rule L20), each in a FileAnswer.

import * as z from 'zod'

export const upgradeAnswer = z.object({ step: z.enum(['receiving', 'checking', 'restarting']) })
export type UpgradeAnswer = z.output<typeof upgradeAnswer>

export const installMethods = ['script', 'deb', 'rpm', 'container', 'other'] as const
export type InstallMethod = (typeof installMethods)[number]
