// Reads a public key as people paste it: one line of a .pub file or of authorized_keys.

import { createHash } from 'node:crypto'

export interface PublicKey {
  type: string
  /** Type, blank, base64: the line without its comment. */
  line: string
  comment: string
  /** SHA256:… as ssh shows it. */
  fingerprint: string
}

type Fields = Buffer[]

/** What follows the type in each kind of key: null when it is right, otherwise why not. */
const kinds: Record<string, (fields: Fields) => string | null> = {
  'ssh-ed25519': ([key, ...rest]) => (key?.length === 32 && rest.length === 0 ? null : damaged),
  'ecdsa-sha2-nistp256': fields => pointProblem(fields, 'nistp256', 65),
  'ecdsa-sha2-nistp384': fields => pointProblem(fields, 'nistp384', 97),
  'ecdsa-sha2-nistp521': fields => pointProblem(fields, 'nistp521', 133),
  'ssh-rsa': rsaProblem,
}

const damaged = 'this key is damaged: copy the whole line again'
const rsaBits = { least: 2_048, most: 16_384 }

export function readPublicKey(text: string): PublicKey | { problem: string } {
  const line = text.trim()
  const pasted = pastedProblem(line)
  if (pasted !== null) return { problem: pasted }
  const [type = '', base64 = '', ...words] = line.split(/[ \t]+/)
  const check = kinds[type]
  if (!check) return { problem: typeProblem(type) }
  const blob = Buffer.from(base64, 'base64')
  // What is not base64 is skipped by the decoder: only the same text again is the whole key.
  if (blob.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) return { problem: damaged }
  const fields = fieldsOf(blob)
  if (fields?.[0]?.toString('latin1') !== type) return { problem: damaged }
  const problem = check(fields.slice(1))
  if (problem !== null) return { problem }
  const canonical = `${type} ${blob.toString('base64')}`
  return { type, line: canonical, comment: words.join(' '), fingerprint: fingerprintOf(blob) }
}

/** Of a key as the node tells it, which is such a line without a comment. */
export function fingerprintOfLine(line: string): string {
  return fingerprintOf(Buffer.from(line.split(' ')[1] ?? '', 'base64'))
}

function fingerprintOf(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

function pastedProblem(text: string): string | null {
  if (text === '') return 'is required'
  if (/PRIVATE KEY|PuTTY-User-Key-File/.test(text))
    return 'this is a private key: it must stay with you. Paste the public one, from the file that ends in .pub'
  if (text.includes('BEGIN SSH2 PUBLIC KEY'))
    return 'this is the form of another program: paste the one-line form, which begins with ssh- or ecdsa-'
  return /[\r\n]/.test(text) ? 'paste one key at a time, in one line' : null
}

function typeProblem(type: string): string {
  if (type === 'ssh-dss')
    return 'DSA keys (ssh-dss) are no longer secure: create one with ssh-keygen -t ed25519'
  if (type.startsWith('sk-')) return 'keys on security devices are not supported for SFTP: use an ed25519 key'
  if (type.includes('-cert-')) return 'this is a certificate: paste the public key itself'
  if (/^(?:[a-z-]+=|no-|restrict\b|cert-authority\b)/i.test(type))
    return 'options before the key are not supported: paste the key alone, from its type on'
  return `the line must begin with one of: ${Object.keys(kinds).join(', ')}`
}

/** Null when the lengths do not add up to exactly the whole. */
function fieldsOf(blob: Buffer): Fields | null {
  const fields: Fields = []
  let place = 0
  while (place + 4 <= blob.length) {
    const end = place + 4 + blob.readUInt32BE(place)
    if (end > blob.length) return null
    fields.push(blob.subarray(place + 4, end))
    place = end
  }
  return place === blob.length ? fields : null
}

function pointProblem([curve, point, ...rest]: Fields, name: string, bytes: number): string | null {
  const isRight = curve?.toString('latin1') === name && point?.length === bytes && point[0] === 4
  return isRight && rest.length === 0 ? null : damaged
}

function rsaProblem([exponent, modulus, ...rest]: Fields): string | null {
  if (!exponent?.length || !modulus?.length || rest.length > 0) return damaged
  const bits = bitsOf(modulus)
  if (bits < rsaBits.least)
    return `this RSA key has ${bits} bits and is too short: at least ${rsaBits.least}, or better ssh-keygen -t ed25519`
  return bits > rsaBits.most ? `an RSA key has at most ${rsaBits.most} bits` : null
}

function bitsOf(number: Buffer): number {
  const first = number.findIndex(byte => byte !== 0)
  if (first === -1) return 0
  return (number.length - first) * 8 - Math.clz32(number[first] ?? 0) + 24
}
