import { expect, test } from 'vitest'
import { writeCommandsPage } from './reference.ts'

test('5.5.9 (C153) no command resets the second factor of anybody', () => {
  const page = writeCommandsPage()
  expect(page).toContain('rookery doctor')
  expect(page).not.toMatch(/second factor|two.factor|2fa|mfa|totp/i)
})
