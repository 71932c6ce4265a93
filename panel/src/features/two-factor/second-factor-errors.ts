// How the profile's routes refuse a wrong password or code.

import { invalidField, PanelError } from '../../platform/panel-error.ts'

export function wrongPassword(): PanelError {
  return invalidField('password', 'is wrong')
}

export function wrongCode(): PanelError {
  return invalidField('code', 'is wrong or already used')
}

export function tooManyWrongCodes(): PanelError {
  return new PanelError('too_many_attempts', { headers: { 'retry-after': '900' } })
}

export function notOn(): PanelError {
  return new PanelError('conflict', { message: 'the second factor is off' })
}
