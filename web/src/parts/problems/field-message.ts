// Says what is wrong with one field: in the person's language where we know the panel's words, else as the panel says it.

import type { TextOf } from '../../texts/texts.ts'

const known = {
  'is required': 'required',
  'must not be empty': 'required',
  'is wrong': 'wrong',
  'is wrong or already used': 'codeWrong',
  'must be the six digits that the authenticator shows': 'codeWrong',
  'is not an e-mail address': 'notEmail',
  'must have at least 8 characters': 'atLeast8',
  'is on a list of passwords that are publicly known, choose another one': 'publicPassword',
} as const

const asSentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/[^.]$/, '$&.')

export function fieldMessage(t: TextOf, faults: string[] | undefined): string | undefined {
  if (!faults || faults.length === 0) return undefined
  return faults
    .map(fault => {
      const key = Object.hasOwn(known, fault) ? known[fault as keyof typeof known] : null
      return key ? t(`fields.${key}`) : asSentence(fault)
    })
    .join(' ')
}
