// Loads the script of a CAPTCHA provider and speaks to it: every provider gets the same face.

import { type CaptchaChoice, captchaScript } from './logic/captcha-script.ts'

export interface MountedCaptcha {
  /** Null while the person has not solved it. */
  answer(): Promise<string | null>
  /** An answer is judged once: after a refused sign-in a new one is needed. */
  reset(): void
  remove(): void
}

export interface CaptchaPlace {
  element: HTMLElement
  scheme: 'dark' | 'light'
  language: string
}

interface ScoreOrPass {
  ready(notify: () => void): void
  render(place: HTMLElement, options: { sitekey: string; theme: string; size: string }): number
  getResponse(widget: number): string
  reset(widget: number): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

interface Challenge {
  render(
    place: HTMLElement,
    options: { sitekey: string; theme: string; language: string; size: string; action: string },
  ): string
  getResponse(widget: string): string | undefined
  reset(widget: string): void
  remove(widget: string): void
}

declare global {
  interface Window {
    grecaptcha?: ScoreOrPass
    turnstile?: Challenge
  }
}

const loading = new Map<string, Promise<void>>()

/** Once per address; after a failure the next try loads it again. */
function loadScript(address: string): Promise<void> {
  const earlier = loading.get(address)
  if (earlier) return earlier
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(address)
      script.remove()
      reject(new Error(`${new URL(address).host} could not be reached`))
    }
  })
  loading.set(address, loaded)
  document.head.append(script)
  return loaded
}

export async function mountCaptcha(choice: CaptchaChoice, place: CaptchaPlace): Promise<MountedCaptcha> {
  await loadScript(captchaScript(choice, place.language))
  // A widget must not be drawn twice into one element.
  const element = document.createElement('div')
  place.element.replaceChildren(element)
  if (choice.provider === 'challenge') return mountChallenge(choice.site_key, { ...place, element })
  const script = window.grecaptcha
  if (!script) throw new Error('the CAPTCHA script brought no CAPTCHA')
  await new Promise<void>(done => script.ready(done))
  return choice.provider === 'captcha_v3'
    ? mountScore(script, choice.site_key)
    : mountPass(script, choice.site_key, { ...place, element })
}

function mountChallenge(siteKey: string, { element, scheme, language }: CaptchaPlace): MountedCaptcha {
  const script = window.turnstile
  if (!script) throw new Error('the CAPTCHA script brought no CAPTCHA')
  const widget = script.render(element, {
    sitekey: siteKey,
    theme: scheme,
    language,
    size: 'flexible',
    action: 'login',
  })
  return {
    answer: async () => script.getResponse(widget) || null,
    reset: () => script.reset(widget),
    remove: () => script.remove(widget),
  }
}

/** Narrower phones get the provider's small form. */
const passWidthPx = 304

function mountPass(script: ScoreOrPass, siteKey: string, { element, scheme }: CaptchaPlace): MountedCaptcha {
  const size = element.clientWidth < passWidthPx ? 'compact' : 'normal'
  const widget = script.render(element, { sitekey: siteKey, theme: scheme, size })
  return {
    answer: async () => script.getResponse(widget) || null,
    reset: () => script.reset(widget),
    remove: () => element.remove(),
  }
}

/** Judges without asking; its answer lives two minutes only, so it is fetched when it is needed. */
function mountScore(script: ScoreOrPass, siteKey: string): MountedCaptcha {
  showBadge(true)
  return {
    answer: () => script.execute(siteKey, { action: 'login' }),
    reset: () => undefined,
    remove: () => showBadge(false),
  }
}

/** The provider hangs its badge onto the page itself, where it would stay after the sign-in. */
function showBadge(isVisible: boolean): void {
  const badge = document.querySelector<HTMLElement>('.grecaptcha-badge')
  if (badge) badge.style.visibility = isVisible ? 'visible' : 'hidden'
}
