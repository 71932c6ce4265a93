import { describe, expect, test } from 'vitest'
import { panelsOfTest } from '../sign-in/people.ts'
import type { TestPanel } from '../start-test-panel.ts'
import { rawRequest } from './raw-request.ts'

const start = panelsOfTest()
const startWith = (variables: Record<string, string>) => start({ variables })
const listed = { HTTP_ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080' }

const corsNames = (headers: object) => Object.keys(headers).filter(name => name.startsWith('access-control-'))
const askedFrom = (panel: TestPanel, origin: string, more: Record<string, string> = {}) =>
  rawRequest(panel, { headers: { origin, ...more } })
const allowed = async (panel: TestPanel, origin: string, more?: Record<string, string>) =>
  (await askedFrom(panel, origin, more)).headers['access-control-allow-origin']

describe('5.10 which origins', () => {
  test.each(['https://a.example', 'http://b.example:8080'])('5.10 (C230) %s is allowed', async origin => {
    const { status, headers } = await askedFrom(await startWith(listed), origin)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    expect(headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining(['X-Total-Count', 'Link', 'X-Request-Id', 'ETag', 'Retry-After']),
    )
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('which headers a page may read is said of the API, not with every file of the web application', async () => {
    const origin = 'https://a.example'
    const panel = await startWith(listed)
    const { headers } = await panel.request('GET', '/assets/index.js', { headers: { origin } })
    expect(corsNames(Object.fromEntries(headers))).toEqual(['access-control-allow-origin'])
  })

  test('5.10 A25 (C231) every other origin gets no header, and its request is answered as usual', async () => {
    const panel = await startWith(listed)
    const others = [
      'null',
      'https://a.example.evil',
      'https://evil-a.example',
      'https://sub.a.example',
      'http://a.example',
      'https://a.example:8443',
      'https://a.example/',
      'https://A.example',
      'https://a.example, http://b.example:8080',
      '*',
      '',
    ]
    for (const origin of others) {
      const { status, headers } = await askedFrom(panel, origin)
      expect([origin, status, corsNames(headers)]).toEqual([origin, 200, []])
      expect(headers.vary).toBe('Origin')
    }
    expect((await rawRequest(panel)).headers.vary).toBe('Origin')
  })

  test('5.10 A25 (C232) * allows nobody, alone or in a list', async () => {
    const alone = await startWith({ HTTP_ALLOWED_ORIGINS: '*', HTTP_HOST: 'panel.example:8025' })
    expect(await allowed(alone, 'https://any.example')).toBeUndefined()
    expect(await allowed(alone, 'http://panel.example:8025')).toBe('http://panel.example:8025')
    const within = await startWith({ HTTP_ALLOWED_ORIGINS: '*,https://a.example' })
    expect(await allowed(within, 'https://any.example')).toBeUndefined()
    expect(await allowed(within, 'https://a.example')).toBe('https://a.example')
  })

  test('5.10 (C233) without a list only the origin of HTTP_HOST; forged headers change nothing', async () => {
    const panel = await startWith({ HTTP_HOST: 'panel.example:8025' })
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    expect(await allowed(panel, 'http://panel.example:8025', forged)).toBe('http://panel.example:8025')
    for (const origin of [
      'http://evil.example',
      'https://panel.example:8025',
      'http://panel.example',
      panel.url,
    ]) {
      expect(await allowed(panel, origin, forged)).toBeUndefined()
    }
  })

  test('5.10 (C233) a HTTP_HOST without port means the port that the panel listens on', async () => {
    const panel = await startWith({ HTTP_HOST: 'panel.example' })
    const own = `http://panel.example:${new URL(panel.url).port}`
    expect(await allowed(panel, own)).toBe(own)
    expect(await allowed(panel, 'http://panel.example')).toBeUndefined()
  })

  test('5.10 (C230) refusals are readable for an allowed origin too', async () => {
    const answer = await rawRequest(await startWith(listed), {
      path: '/api/servers',
      headers: { origin: 'https://a.example', authorization: 'Bearer nonsense' },
    })
    expect(answer.status).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBe('https://a.example')
  })
})

describe('5.10 the question before a request', () => {
  const ask = (panel: TestPanel, origin: string, path = '/api/servers/1/start', method = 'POST') =>
    rawRequest(panel, {
      method: 'OPTIONS',
      path,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    })

  test('5.10 (C234) an allowed origin may send Authorization, and asking needs no sign-in', async () => {
    const panel = await startWith(listed)
    for (const [path, method] of [
      ['/api/servers/1/start', 'POST'],
      ['/api/profile', 'PUT'],
      ['/api/tokens/1', 'DELETE'],
      ['/api/auth/login', 'POST'],
    ] as const) {
      const { status, headers, text } = await ask(panel, 'https://a.example', path, method)
      expect([status, text]).toEqual([204, ''])
      expect(headers).toMatchObject({ 'access-control-allow-origin': 'https://a.example', vary: 'Origin' })
      expect(headers['access-control-allow-methods']?.split(', ')).toContain(method)
      expect(headers['access-control-allow-headers']?.toLowerCase().split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'content-type']),
      )
      expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0)
      expect(headers).toHaveProperty('x-content-type-options', 'nosniff')
    }
  })

  test('5.10 resumable uploads and downloads can be asked for, and what they answer can be read', async () => {
    const panel = await startWith(listed)
    const uploads = '/api/servers/1/files/uploads'
    const listOf = (value: string | undefined) => value?.toLowerCase().split(', ')
    for (const method of ['OPTIONS', 'HEAD', 'PATCH']) {
      const { headers } = await ask(panel, 'https://a.example', uploads, method)
      expect(headers['access-control-allow-methods']?.split(', ')).toContain(method)
      expect(listOf(headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining([
          'tus-resumable',
          'upload-length',
          'upload-offset',
          'upload-metadata',
          'range',
        ]),
      )
    }
    const { headers } = await askedFrom(panel, 'https://a.example')
    expect(listOf(headers['access-control-expose-headers'])).toEqual(
      expect.arrayContaining([
        ...[
          'upload-offset',
          'upload-length',
          'upload-metadata',
          'upload-expires',
          'tus-resumable',
          'location',
        ],
        ...['etag', 'x-list-cut', 'x-total-count', 'link', 'content-disposition', 'content-range'],
      ]),
    )
  })

  test('5.10 (C231) another origin learns nothing by asking', async () => {
    const { headers } = await ask(await startWith(listed), 'https://a.example.evil')
    expect(corsNames(headers)).toEqual([])
    expect(headers.vary).toBe('Origin')
  })

  test('5.10 OPTIONS that is no such question is a request like any other', async () => {
    const panel = await startWith(listed)
    const answer = await rawRequest(panel, {
      method: 'OPTIONS',
      path: '/api/servers',
      headers: { origin: 'https://a.example' },
    })
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    expect(answer.headers).not.toHaveProperty('access-control-allow-methods')
  })
})
