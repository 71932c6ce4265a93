import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { describeUnknownField, nearestOf, unknownFields } from './unknown-fields.ts'

const schema = z.object({
  name: z.string().optional(),
  memory_limit_bytes: z.int().nullable().optional(),
  sftp: z.object({ enabled: z.boolean(), port: z.int() }).partial().optional(),
  variables: z.record(z.string(), z.string()).default({}),
  entries: z.array(z.strictObject({ permission: z.string() })).default([]),
  timing: z
    .discriminatedUnion('by', [
      z.object({ by: z.literal('cron'), expression: z.string() }),
      z.object({ by: z.literal('interval'), minutes: z.int() }),
    ])
    .optional(),
})
const messagesOf = (value: unknown) =>
  unknownFields(schema, value).map(each => describeUnknownField(each).message)

describe('A46 unknown fields of a body', () => {
  test('what the schema knows is no news, and free-form records may hold anything', () => {
    expect(messagesOf({ name: 'a', sftp: { port: 22 }, variables: { ANY: 'thing' } })).toEqual([])
    expect(
      messagesOf({ timing: { by: 'cron', expression: '* * * * *' }, entries: [{ permission: 'x' }] }),
    ).toEqual([])
  })

  test('an unknown field is named with the one that was probably meant', () => {
    expect(messagesOf({ memory_limit: 1 })).toEqual([
      'memory_limit is not a field of this request. Did you mean memory_limit_bytes?',
    ])
    expect(messagesOf({ hat: 1 })).toEqual(['hat is not a field of this request.'])
  })

  test('in nested objects, in lists and in the form that a union takes', () => {
    expect(messagesOf({ sftp: { prot: 22 } })).toEqual([
      'sftp.prot is not a field of this request. Did you mean sftp.port?',
    ])
    expect(messagesOf({ entries: [{ permission: 'x' }, { permission: 'x', user_id: 1 }] })).toEqual([
      'entries.1.user_id is not a field of this request.',
    ])
    expect(messagesOf({ timing: { by: 'cron', expression: '', minutes: 5 } })).toEqual([
      'timing.minutes is not a field of this request.',
    ])
  })

  test('whatever stands in place of an object is left to the schema', () => {
    for (const value of [null, 'text', 5, [1], undefined]) expect(messagesOf(value)).toEqual([])
  })

  test('a flood of names is told in part', () => {
    const flood = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 1]))
    expect(messagesOf(flood)).toHaveLength(20)
  })

  test.each([
    ['memoryLimitBytes', 'memory_limit_bytes'],
    ['memory', 'memory_limit_bytes'],
    ['nmae', 'name'],
    ['Name', 'name'],
    ['x', null],
    ['password_version', null],
  ])('%s: %s', (name, nearest) => {
    expect(nearestOf(name, ['name', 'memory_limit_bytes', 'port', 'query_port'])).toBe(nearest)
  })
})
