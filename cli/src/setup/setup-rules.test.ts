import { describe, expect, test } from 'vitest'
import {
  addressToOpen,
  missingFlags,
  notStartedText,
  readAddress,
  readFlags,
  type SetupAnswers,
  settingsOf,
  setUpText,
} from './setup-rules.ts'

const answers = (address: string, tls: SetupAnswers['tls']): SetupAnswers => {
  const read = readAddress(address)
  if ('wrong' in read) throw new Error(read.wrong)
  return { address: read, tls, login: 'admin' }
}

test.each([
  ['panel.example', { host: 'panel.example', port: null }],
  ['https://Panel.Example/', { host: 'panel.example', port: null }],
  ['panel.example:443', { host: 'panel.example', port: 443 }],
  ['[2001:db8::1]:8443', { host: '[2001:db8::1]', port: 8443 }],
  [' localhost ', { host: 'localhost', port: null }],
])('the address %s is understood', (text, address) => {
  expect(readAddress(text)).toEqual(address)
})

test.each(['', 'a b', 'panel.example/path', 'user@panel.example', 'https://', 'panel.example:99999'])(
  'the address "%s" is refused in words',
  text => {
    expect(readAddress(text)).toEqual({
      wrong: expect.stringContaining('is not a name such as panel.example'),
    })
  },
)

describe('what the answers become', () => {
  test('only this machine: nothing is opened', () => {
    const local = answers('localhost', { kind: 'none' })
    expect(settingsOf(local)).toEqual([
      ['HTTP_HOST', 'localhost'],
      ['HTTP_PORT', '8025'],
    ])
    expect(addressToOpen(local)).toBe('http://localhost:8025')
  })

  test('own certificate files: port 443 unless another is named', () => {
    const tls = { kind: 'files', certFile: '/c.pem', keyFile: '/k.pem' } as const
    expect(settingsOf(answers('panel.example', tls))).toEqual([
      ['HTTP_HOST', 'panel.example'],
      ['HTTP_BIND_IP', '0.0.0.0'],
      ['HTTP_PORT', '443'],
      ['TLS_CERT_FILE', '/c.pem'],
      ['TLS_KEY_FILE', '/k.pem'],
      ['GRPC_BIND_IP', '0.0.0.0'],
    ])
    expect(addressToOpen(answers('panel.example:8443', tls))).toBe('https://panel.example:8443')
  })

  test('a certificate by ACME: TLS on port 443, and the terms that it agrees to are named', () => {
    const tls = { kind: 'acme', email: 'ops@example.org', directory: null } as const
    const automatic = answers('panel.example', tls)
    expect(settingsOf(automatic)).toEqual([
      ['HTTP_HOST', 'panel.example'],
      ['HTTP_BIND_IP', '0.0.0.0'],
      ['HTTP_PORT', '443'],
      ['TLS_ACME', 'true'],
      ['TLS_ACME_EMAIL', 'ops@example.org'],
      ['GRPC_BIND_IP', '0.0.0.0'],
    ])
    const text = (directory: string | null) =>
      setUpText({
        answers: { ...automatic, tls: { ...tls, directory } },
        configFile: '/c.env',
        generatedPassword: null,
        next: [],
      })
    expect(text(null)).toContain("the terms of Let's Encrypt (https://letsencrypt.org/repository/)")
    expect(text('https://acme.example/dir')).toContain('the terms that https://acme.example/dir names')
  })

  test('a proxy: the panel stays on its own machine, and the port is the proxy’s', () => {
    const settings = new Map(settingsOf(answers('panel.example:8443', { kind: 'proxy' })))
    expect(settings.get('HTTP_HOST')).toBe('panel.example:8443')
    expect(settings.has('HTTP_BIND_IP')).toBe(false)
    expect(settings.get('TLS_FORCE_HTTPS')).toBe('true')
  })
})

test('flags are understood or refused in words, and what is missing is named', () => {
  expect(readFlags({ address: 'localhost', administrator: 'root' })).toEqual({
    address: { host: 'localhost', port: null },
    tls: { kind: 'none' },
    login: 'root',
  })
  expect(readFlags({ address: 'panel.example', cert: '/both.pem' })).toMatchObject({
    tls: { kind: 'files', certFile: '/both.pem', keyFile: null },
  })
  expect(readFlags({ tls: 'files' })).toEqual({ wrong: expect.stringContaining('--cert FILE') })
  expect(readFlags({ tls: 'proxy', key: '/k.pem' })).toEqual({
    wrong: expect.stringContaining('--tls files'),
  })
  expect(readFlags({ address: 'panel.example', tls: 'acme', email: 'ops@example.org' })).toMatchObject({
    tls: { kind: 'acme', email: 'ops@example.org', directory: null },
  })
  for (const address of ['203.0.113.5', '[2001:db8::1]', 'localhost', 'panel', 'panel.localhost']) {
    expect(readFlags({ address, tls: 'acme' })).toEqual({
      wrong: expect.stringContaining('--tls acme needs a public name'),
    })
  }
  expect(readFlags({ tls: 'proxy', email: 'ops@example.org' })).toEqual({
    wrong: expect.stringContaining('--tls acme'),
  })
  expect(readFlags({ tls: 'magic' })).toEqual({ wrong: expect.stringContaining('must be one of') })
  expect(readFlags({ address: 'panel.example', tls: 'none' })).toEqual({
    wrong: expect.stringContaining('passwords would travel readable'),
  })
  expect(missingFlags(readFlags({ address: 'panel.example' }) as object)).toEqual([
    '--tls',
    '--administrator',
  ])
})

test('a panel that is set up and does not start costs nobody the password that was made', () => {
  const text = notStartedText('it does not answer', '/etc/rookery/config.env', 'admin', 'made-up-password')
  expect(text).toMatch(/^it does not answer\n/)
  expect(text).toContain('password  made-up-password  (shown only this once)')
  expect(notStartedText('x', 'y', 'admin', null)).not.toContain('password ')
})
