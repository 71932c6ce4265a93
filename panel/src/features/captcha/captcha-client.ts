// Asks the CAPTCHA provider about an answer: in bounded time, in bounded size, without following redirects.

import * as z from 'zod'
import type { CaptchaAnswer } from './captcha-rules.ts'

/** Anything but a readable answer: silence, a refusal, a redirect, nonsense. */
export class CaptchaUnavailableError extends Error {
  override readonly name = 'CaptchaUnavailableError'
}

export type AskProvider = (response: string) => Promise<CaptchaAnswer>

const answerShape = z.object({ success: z.boolean(), score: z.number().optional() })
const answerLimitBytes = 64 * 1024
export const captchaTimeLimitMs = 8_000

export function createCaptchaClient(options: {
  verifyUrl: string
  secretKey: string
  timeLimitMs?: number
}): AskProvider {
  const { verifyUrl, secretKey, timeLimitMs = captchaTimeLimitMs } = options
  return async response => {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        // In the body: addresses end up in the logs of whoever is in between.
        body: new URLSearchParams({ secret: secretKey, response }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeLimitMs),
      })
      if (answer.status !== 200) {
        await answer.body?.cancel()
        throw new Error(`the provider answered with status ${answer.status}`)
      }
      return answerShape.parse(JSON.parse(await readLimited(answer)))
    } catch (cause) {
      throw new CaptchaUnavailableError('the CAPTCHA provider gave no usable answer', { cause })
    }
  }
}

async function readLimited(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest of the answer.
    if (bytes > answerLimitBytes) throw new Error(`the answer is larger than ${answerLimitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
