import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { captchaTimeLimitMs, createCaptchaClient } from '../../src/features/captcha/captcha-client.ts'
import { administrator, codeOf, type TestPanel } from '../start-test-panel.ts'
import {
  answerWith,
  dripAnswer,
  floodAnswer,
  neverAnswer,
  type ProviderAnswer,
  startCaptchaProvider,
} from './captcha-provider.ts'
import { addEnrolledPerson, codeAt, logIn, panelsOfTest, verify } from './people.ts'

const start = panelsOfTest()
const secretKey = 'the secret key of the site'
let provider: Awaited<ReturnType<typeof startCaptchaProvider>>
beforeAll(async () => {
  provider = await startCaptchaProvider()
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.asked.length = 0
  provider.playing(answerWith({ success: true, score: 0.9 }))
})
afterEach(() => vi.restoreAllMocks())

const withCaptcha = (kind: string, more: Record<string, string> = {}) =>
  start({
    variables: {
      CAPTCHA_PROVIDER: kind,
      CAPTCHA_SITE_KEY: 'the site key',
      CAPTCHA_SECRET_KEY: secretKey,
      CAPTCHA_VERIFY_URL: provider.url,
      ...more,
    },
  })
const status = async (panel: TestPanel, captcha?: string) =>
  (await logIn(panel, administrator, captcha === undefined ? {} : { captcha })).status

describe('5.8 CAPTCHA', () => {
  test('5.8 (C202) it is off by default', async () => {
    const panel = await start()
    expect(await status(panel)).toBe(200)
    expect((await panel.request('GET', '/api/config/public')).json.captcha).toBeNull()
  })

  test('5.8 (C203) without its field: 422, nobody is asked, nothing is counted', async () => {
    const panel = await withCaptcha('captcha_v2')
    for (let i = 0; i < 8; i++) {
      const answer = await logIn(panel, { login: 'admin', password: 'wrong' }, i % 2 ? {} : { captcha: '' })
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['captcha']])
    }
    expect(provider.asked).toEqual([])
    expect(await status(panel, 'solved')).toBe(200)
  })

  test('5.8 (C208) only CAPTCHA_VERIFY_URL is asked, with the secret in the body', async () => {
    const panel = await withCaptcha('captcha_v2')
    expect(await status(panel, 'what the widget gave & more')).toBe(200)
    expect(provider.asked).toEqual([
      {
        method: 'POST',
        url: '/verify',
        contentType: expect.stringContaining('application/x-www-form-urlencoded'),
        fields: { secret: secretKey, response: 'what the widget gave & more' },
      },
    ])
    expect(panel.logLines.join('')).not.toContain(secretKey)
  })

  test('5.8.2 (C204) captcha_v3 needs the score', async () => {
    const panel = await withCaptcha('captcha_v3')
    for (const [answer, expected] of [
      [{ success: true, score: 0.49 }, 422],
      [{ success: true, score: 0.5 }, 200],
      [{ success: true, score: 0.9 }, 200],
      [{ success: true }, 422],
      [{ success: false, score: 0.9 }, 422],
    ] as const) {
      provider.playing(answerWith(answer))
      expect(await status(panel, 'x'), JSON.stringify(answer)).toBe(expected)
    }
    const strict = await withCaptcha('captcha_v3', { CAPTCHA_MIN_SCORE: '0.95' })
    provider.playing(answerWith({ success: true, score: 0.9 }))
    expect(await status(strict, 'x')).toBe(422)
  })

  test.each(['captcha_v2', 'challenge'])('5.8.3 (C205) %s knows no score: success decides', async kind => {
    const panel = await withCaptcha(kind)
    provider.playing(answerWith({ success: true, score: 0.1 }))
    expect(await status(panel, 'x')).toBe(200)
    provider.playing(answerWith({ success: false, 'error-codes': ['timeout-or-duplicate'] }))
    expect(await status(panel, 'x')).toBe(422)
  })

  const broken: [string, ProviderAnswer][] = [
    ['status 500', answerWith({ success: true }, 500)],
    ['no JSON', answerWith('<html>')],
    ['JSON of another form', answerWith({ success: 'yes' })],
    ['null', answerWith('null')],
    ['a connection that breaks', response => response.destroy()],
    ['a redirect', response => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    [
      'a redirect that keeps the method',
      response => response.writeHead(307, { location: provider.url }).end(),
    ],
  ]
  test('T-039 5.8 (C206) the provider answers with what is no answer: 503, or on with CAPTCHA_FAIL_OPEN', async () => {
    const closed = await withCaptcha('challenge')
    const open = await withCaptcha('challenge', { CAPTCHA_FAIL_OPEN: 'true' })
    for (const [what, answer] of broken) {
      provider.asked.length = 0
      provider.playing(answer)
      const refused = await logIn(closed, administrator, { captcha: 'x' })
      expect([refused.status, codeOf(refused)], what).toEqual([503, 'captcha_unavailable'])
      expect(await status(open, 'x'), what).toBe(200)
      // One question each: a redirect was not followed.
      expect(provider.asked, what).toHaveLength(2)
      expect(await status(open), what).toBe(422)
    }
  })

  test('5.8 (C206, C301) nobody listens: 503, not counted', async () => {
    const panel = await withCaptcha('captcha_v2', { CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/verify' })
    for (let i = 0; i < 25; i++) expect(await status(panel, 'x')).toBe(503)
  })

  test('T-039 the provider sends a gigabyte: 503, and only a little of it is read', async () => {
    const panel = await withCaptcha('captcha_v2')
    const sent = { bytes: 0 }
    provider.playing(floodAnswer(sent))
    expect(await status(panel, 'x')).toBe(503)
    expect(sent.bytes).toBeLessThan(64 * 1024 ** 2)
  })

  test('5.8.1 (C207) a provider without secret key shows the widget and verifies nothing', async () => {
    const panel = await withCaptcha('captcha_v2', { CAPTCHA_SECRET_KEY: '' })
    expect((await panel.request('GET', '/api/config/public')).json.captcha).toEqual({
      provider: 'captcha_v2',
      site_key: 'the site key',
    })
    expect(await status(panel)).toBe(200)
    expect(provider.asked).toEqual([])
  })

  test('4.1 (C069) the public configuration has the site key and no secret', async () => {
    const panel = await withCaptcha('challenge')
    const answer = await panel.request('GET', '/api/config/public')
    expect(answer.json.captcha).toEqual({ provider: 'challenge', site_key: 'the site key' })
    for (const secret of [secretKey, '0123456789abcdef0123456789abcdef'])
      expect(answer.text).not.toContain(secret)
  })

  test('5.8 (C209) the second step asks for none', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel)
    await panel.halt()
    panel.halt = async () => {}
    const again = await start({
      dataDir: panel.dataDir,
      variables: {
        CAPTCHA_PROVIDER: 'challenge',
        CAPTCHA_SECRET_KEY: secretKey,
        CAPTCHA_VERIFY_URL: provider.url,
      },
    })
    again.clock.nowMs = panel.clock.nowMs
    const { json } = await logIn(again, person, { captcha: 'x' })
    const answer = await verify(again, json.challenge_token, codeAt(person.secret, again.clock.nowMs))
    expect(answer.status).toBe(200)
    expect(provider.asked).toHaveLength(1)
  })

  test('5.8 (C211) an unknown provider stops the start', () => {
    const environment = { AUTH_SECRET: 'x'.repeat(32), CAPTCHA_PROVIDER: 'unknown' }
    const reading = readConfig({ environment, fileText: null, workingDirectory: '/' })
    expect('problems' in reading && reading.problems.join()).toContain('CAPTCHA_PROVIDER')
  })

  test.each([
    [
      'captcha_v2',
      'https://www.google.com/recaptcha/api/siteverify',
      ['https://www.google.com', 'https://www.gstatic.com'],
    ],
    [
      'captcha_v3',
      'https://www.google.com/recaptcha/api/siteverify',
      ['https://www.google.com', 'https://www.gstatic.com'],
    ],
    [
      'challenge',
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      ['https://challenges.cloudflare.com'],
    ],
  ])(
    '5.8.4, 5.8.5 (C210, C349) %s asks its own address, and its domains are in the policy',
    async (kind, address, domains) => {
      const panel = await start({ variables: { CAPTCHA_PROVIDER: kind, CAPTCHA_SECRET_KEY: secretKey } })
      const policy = (await panel.request('GET', '/api/health')).headers.get('content-security-policy') ?? ''
      for (const name of ['script-src', 'frame-src']) {
        const directive = policy.split('; ').find(one => one.startsWith(name)) ?? ''
        for (const domain of domains) expect(directive.split(' ')).toContain(domain)
      }
      // As a resolver of names would: the question to the provider's address arrives at the local one.
      const realFetch = globalThis.fetch
      const called: string[] = []
      vi.spyOn(globalThis, 'fetch').mockImplementation((target, init) => {
        const url = target instanceof Request ? target.url : target.toString()
        if (url.startsWith(panel.url)) return realFetch(target, init)
        called.push(url)
        return realFetch(provider.url, init)
      })
      expect(await status(panel, 'x')).toBe(200)
      expect(called).toEqual([address])
    },
  )

  test.each([
    ['never answers', neverAnswer],
    ['answers for ever', dripAnswer],
  ])(
    'T-039 5.8 the client gives up after its time, at most ten seconds, on a provider that %s',
    async (_, answer) => {
      expect(captchaTimeLimitMs).toBeLessThan(10_000)
      provider.playing(answer)
      const ask = createCaptchaClient({ verifyUrl: provider.url, secretKey, timeLimitMs: 300 })
      await expect(ask('x')).rejects.toThrow('gave no usable answer')
    },
  )
})
