import { readFieldProblem } from '@rookery/contracts/field-problems.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { issueMessage } from './issue-message.ts'

const found = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueMessage }).error?.issues.map(({ message }) => message)

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required'],
  [z.string(), 1, 'must be text'],
  [z.number(), '1', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), [], 'must be an object'],
  [z.record(z.string(), z.string()), null, 'must be an object'],
  [z.never(), 1, 'must be left out'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(8), 'short', 'must have at least 8 characters'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.int().min(5), 4, 'must be at least 5'],
  [z.int().positive(), 0, 'must be more than 0'],
  [z.number().max(5), 6, 'must be at most 5'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
  [z.enum(['start', 'stop']), 'jump', 'must be one of start, stop'],
  [z.literal('on'), 'off', 'must be on'],
  [z.email(), 'x', 'is not an e-mail address'],
  [z.uuid(), 'x', 'must be a UUID'],
  [z.union([z.ipv4(), z.ipv6()]), 'x', 'must be an IP address'],
  [z.union([z.string(), z.boolean()]), 1, 'must be text, or must be true or false'],
  [
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    {},
    'has a form that is not supported',
  ],
  [z.string().regex(/^a+$/), 'b', 'must match /^a+$/'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.strictObject({}), { x: 1 }, 'has fields that are not known here: x'],
  [z.string().max(3, 'is too long'), 'long', 'is too long'],
])('%#: %j is refused in our own wording', (schema, value, message) => {
  expect(found(schema, value)).toEqual([message])
  expect(readFieldProblem(message), 'the interface has a text for it').not.toBeNull()
})
