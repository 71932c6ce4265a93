// What the sign-in form asks of a CAPTCHA, whoever provides it.

export class UnsolvedCaptcha extends Error {
  override readonly name = 'UnsolvedCaptcha'
}

export interface CaptchaControls {
  /** Throws UnsolvedCaptcha while there is one to solve; where it gives no answer at all the panel decides. */
  answer(): Promise<string | undefined>
  reset(): void
}
