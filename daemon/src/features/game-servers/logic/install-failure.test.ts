// Tests of what is reported of an error, however deep its cause lies.

import { describe, expect, test } from 'vitest'
import { ActionCanceled, ActionFailed } from './action.ts'
import { installFailureOf, interruptedFailure, maskFailure } from './install-failure.ts'

const withCode = (code: string, options?: ErrorOptions) => Object.assign(new Error('x', options), { code })

describe('L23 what is reported of a failed installation', () => {
  test('the code of the system is found below our own errors, whose codes are none', () => {
    const own = withCode('no_space', { cause: withCode('ENOSPC') })
    expect(installFailureOf(new Error('y', { cause: own }), 'update')).toMatchObject({
      errorCode: 'ENOSPC',
      action: 'update',
      reason: '',
    })
    const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')])
    expect(installFailureOf(new Error('y', { cause: both }), 'install').errorCode).toBe('ECONNREFUSED')
  })

  test('what the outer error knows goes before what the inner one knows', () => {
    const inner = new ActionFailed('a', 3, { reason: 'archive', subject: 'a.zip' })
    const outer = new ActionFailed('b', null, { step: 'Unpacking', subject: 'b.zip' }, { cause: inner })
    expect(installFailureOf(outer, 'install')).toMatchObject({
      ...{ reason: 'archive', step: 'Unpacking', subject: 'b.zip', exitCode: 3 },
    })
  })

  test('a cancellation, a copy, and what is no error', () => {
    expect(installFailureOf(new ActionCanceled('x'), 'install').reason).toBe('canceled')
    expect(installFailureOf(new ActionFailed('x', null, { action: 'clone' }), 'install').action).toBe('clone')
    expect(installFailureOf('a text', 'install')).toMatchObject({ reason: '', errorCode: '', lastLines: [] })
    expect(interruptedFailure('update')).toMatchObject({ reason: 'interrupted', action: 'update' })
  })

  test('a chain of causes without end is left, and lines are few, short and plain', () => {
    const loop = withCode('first')
    loop.cause = loop
    expect(installFailureOf(loop, 'install').errorCode).toBe('')
    const lastLines = Array.from({ length: 100 }, (_, at) => `\u001b[31m${at} ${'é'.repeat(600)}`)
    const { lastLines: lines } = installFailureOf(new ActionFailed('x', 1, { lastLines }), 'install')
    expect(lines).toHaveLength(30)
    expect(lines[0]).toMatch(/^70 é+$/)
    expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThanOrEqual(500)
  })

  test('every text of it is masked', () => {
    const facts = { step: 's3cret', subject: 's3cret', lastLines: ['a s3cret b'] }
    const masked = maskFailure(installFailureOf(new ActionFailed('x', 1, facts), 'install'), text =>
      text.replaceAll('s3cret', '***'),
    )
    expect(JSON.stringify(masked)).not.toContain('s3cret')
  })
})
