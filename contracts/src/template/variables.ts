// The variables of a template: what people can set, who may see and change it, and the rules of a good value.

import * as z from 'zod'

export const variableAudiences = ['everyone', 'administrators'] as const

export const templateVariable = z.object({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,190}$/, 'must be letters, digits and underscores'),
  title: z.string(),
  description: z.string().default(''),
  default: z.string(),
  /** Rules in words such as `required`, `integer`, `between:1,64`, `in:easy,hard`, `regex:/^[a-z]+$/`. */
  rules: z.array(z.string()).default([]),
  /** What to write, when the rules alone do not say it well: "a whole number from 1 to 64". */
  hint: z.string().optional(),
  /** What the choices of a rule `in:` are called, where their values say little: `{ tdm: Team deathmatch }`. */
  choices: z.record(z.string(), z.string().min(1)).optional(),
  visible_to: z.enum(variableAudiences).default('everyone'),
  /** Who may not see it may not change it either. */
  editable_by: z.enum([...variableAudiences, 'nobody']).default('everyone'),
  /** Masked in consoles and in answers to those who may not change it; made up when left empty at creation, unless `nullable`. */
  secret: z.boolean().default(false),
})
export type TemplateVariable = z.output<typeof templateVariable>
