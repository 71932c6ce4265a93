// Plays the browser side of the CAPTCHA providers under their real host names, so that the page's policy checks it as in production.

import type { Page, Route } from 'playwright-core'

/** What a person who solves the CAPTCHA hands to the panel. */
export const solvedAnswer = 'answer-of-a-person'

const scoreOrPassHost = 'https://www.google.com'
const scoreOrPassFiles = 'https://www.gstatic.com'
const challengeHost = 'https://challenges.cloudflare.com'

/** As the real script does: the program itself comes from the second domain, the widget is a frame of the first. */
const scoreOrPassLoader = `{
  const { currentScript } = document
  const script = document.createElement('script')
  script.src = '${scoreOrPassFiles}/recaptcha/releases/stand-in/recaptcha__en.js'
  document.head.append(script)
  const waiting = []
  const siteKey = new URL(currentScript.src).searchParams.get('render')
  window.grecaptcha = { ready: tell => waiting.push(tell), waiting, siteKey }
}`

/** A reset puts a new frame in place of the old one, whose box could otherwise still be ticked while it goes. */
const listening = `const listenTo = first => {
    let made = first
    const widget = {
      answer: '',
      reset() {
        const fresh = made.cloneNode()
        delete fresh.dataset.solved
        made.replaceWith(fresh)
        made = fresh
        widget.answer = ''
      },
      remove: () => made.remove(),
    }
    addEventListener('message', event => {
      if (event.source !== made.contentWindow) return
      widget.answer = event.data
      made.dataset.solved = ''
    })
    return widget
  }`

const scoreOrPassProgram = `{
  const { waiting, siteKey } = window.grecaptcha
  const frame = (address, width, height) => {
    const made = document.createElement('iframe')
    made.src = address
    made.title = 'reCAPTCHA'
    made.style.cssText = 'border:0;width:' + width + 'px;height:' + height + 'px'
    return made
  }
  ${listening}
  const widgets = []
  Object.assign(window.grecaptcha, {
    ready: tell => tell(),
    render(place, { sitekey, theme, size }) {
      const made = frame('${scoreOrPassHost}/recaptcha/api2/anchor?k=' + sitekey + '&theme=' + theme, size === 'compact' ? 164 : 304, 78)
      place.append(made)
      widgets.push(listenTo(made))
      return widgets.length - 1
    },
    getResponse: id => widgets[id].answer,
    reset: id => widgets[id].reset(),
    execute: async (key, { action }) => key + ':' + action + ':${solvedAnswer}',
  })
  if (siteKey !== 'explicit') {
    const badge = document.createElement('div')
    badge.className = 'grecaptcha-badge'
    badge.style.cssText = 'position:fixed;right:0;bottom:14px;visibility:hidden'
    badge.append(frame('${scoreOrPassHost}/recaptcha/api2/anchor?size=invisible', 70, 60))
    document.body.append(badge)
  }
  for (const tell of waiting) tell()
}`

const challengeProgram = `{
  ${listening}
  const widgets = new Map()
  window.turnstile = {
    render(place, { sitekey, theme, language, size, action }) {
      const made = document.createElement('iframe')
      made.src = '${challengeHost}/cdn-cgi/challenge-platform/stand-in?k=' + sitekey + '&theme=' + theme
      made.title = 'Widget containing a Cloudflare security challenge'
      made.style.cssText = 'border:0;height:65px;width:' + (size === 'flexible' ? '100%' : '300px')
      place.append(made)
      const id = 'widget-' + widgets.size
      widgets.set(id, listenTo(made))
      return id
    },
    getResponse: id => widgets.get(id).answer || undefined,
    reset: id => widgets.get(id).reset(),
    remove(id) {
      widgets.get(id).remove()
      widgets.delete(id)
    },
  }
}`

/** The inside of the frame: a box to tick, which tells the page the answer. */
function box(theme: string | null): string {
  const colors = theme === 'dark' ? '#222;color:#fff' : '#f9f9f9;color:#111'
  return `<!doctype html><style>body{margin:0;font:14px sans-serif;background:${colors}}
    label{display:flex;gap:12px;align-items:center;height:100vh;padding:0 14px;box-sizing:border-box;border:1px solid #8886}
    input{width:22px;height:22px}</style><label><input type="checkbox" onchange="parent.postMessage('${solvedAnswer}', '*')">I am a person</label>`
}

async function answer(route: Route): Promise<void> {
  const address = new URL(route.request().url())
  const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body })
  if (address.origin === scoreOrPassFiles) return script(scoreOrPassProgram)
  if (address.pathname === '/recaptcha/api.js') return script(scoreOrPassLoader)
  if (address.pathname === '/turnstile/v0/api.js') return script(challengeProgram)
  return route.fulfill({ contentType: 'text/html', body: box(address.searchParams.get('theme')) })
}

/** Gives the addresses that the page has asked the providers for. */
export async function playCaptchaProviders(page: Page): Promise<string[]> {
  const asked: string[] = []
  for (const host of [scoreOrPassHost, scoreOrPassFiles, challengeHost]) {
    await page.route(`${host}/**`, route => {
      asked.push(route.request().url())
      return answer(route)
    })
  }
  return asked
}

/** Ticks the box by the keyboard, since a click misses when a message moves the frame, and waits until the page has the answer. */
export async function solve(page: Page): Promise<void> {
  await page.locator('[data-provider] iframe').contentFrame().getByRole('checkbox').press('Space')
  await page.locator('[data-provider] iframe[data-solved]').waitFor()
}
