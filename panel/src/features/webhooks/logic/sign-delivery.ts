// The signature of a delivery: a time and an HMAC of that time and the body, so that nobody can make one up or send an
// old one again unnoticed.

import { createHmac } from 'node:crypto'

/** The value of the header Rookery-Signature. */
export function signDelivery(secret: string, body: string, atMs: number): string {
  const time = Math.floor(atMs / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
