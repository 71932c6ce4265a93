// How far a new password is from the length that the panel asks for: in bytes, as the panel counts (5.7).

export const passwordLimits = { minBytes: 12, maxBytes: 128 } as const

export type PasswordLength = { kind: 'empty' | 'short' | 'fits' | 'long'; bytes: number }

export function passwordLength(password: string): PasswordLength {
  const bytes = new TextEncoder().encode(password).length
  if (bytes === 0) return { kind: 'empty', bytes }
  if (bytes < passwordLimits.minBytes) return { kind: 'short', bytes }
  return { kind: bytes > passwordLimits.maxBytes ? 'long' : 'fits', bytes }
}
