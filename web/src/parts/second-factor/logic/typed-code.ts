// Reads what somebody types or pastes as a six-digit code.

export const codeDigits = 6

/** Digits only, at most six: "123 456" and "123-456" are the same code. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, codeDigits)

/** A key in groups of four, as it is read aloud and typed. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** A picture's address: shown as an image, markup from elsewhere can do nothing. */
export const pictureAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
