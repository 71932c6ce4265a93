import { expect, test } from 'vitest'
import { fixesOf, joinCommandOf, joinProgress, wasOnlineSince, withoutSudo } from './join-rules.ts'

const install = {
  script_url: 'https://panel.example/install/daemon',
  script_sha256: 'a'.repeat(64),
  over_tls: true,
  obstacles: [],
  missing: [],
}

test('with TLS it is one line, and the key is an argument of no program', () => {
  expect(joinCommandOf(install, 'rk1_secret')).toBe(
    "{ echo 'ROOKERY_KEY=rk1_secret'; curl -fsSL https://panel.example/install/daemon; } | sudo sh",
  )
})

test('without TLS nothing runs before the script was compared with its sum', () => {
  const lines = joinCommandOf({ ...install, over_tls: false }, 'rk1_secret').split('\n')
  expect(lines.map(line => line.endsWith(' &&'))).toEqual([true, true, false])
  expect(lines[1]).toBe(`echo '${'a'.repeat(64)}  rookery-install.sh' | sha256sum -c &&`)
})

test.each([true, false])('without root it is the same command without sudo, with TLS: %s', overTls => {
  const command = joinCommandOf({ ...install, over_tls: overTls }, 'rk1_secret')
  expect(command).toContain('} | sudo sh')
  expect(withoutSudo(command)).toBe(command.replace('sudo ', ''))
})

test('what stands in the way has a line that lets others in', () => {
  expect(fixesOf(['local_name', 'http_loopback', 'grpc_loopback'])).toEqual([
    'HTTP_HOST=panel.example.org',
    'HTTP_BIND_IP=0.0.0.0',
    'GRPC_BIND_IP=0.0.0.0',
  ])
})

const nothing = {
  reached: null,
  hasFailed: false,
  isEnrolled: false,
  isOnline: false,
  wasOnline: false,
} as const

test.each([
  ['nothing yet', nothing, ['next', 'next', 'next', 'next']],
  ['it has begun', { ...nothing, reached: 'started' }, ['now', 'next', 'next', 'next']],
  ['it is installed', { ...nothing, reached: 'installed' }, ['done', 'done', 'now', 'next']],
  [
    'no report came through, but it is enrolled',
    { ...nothing, isEnrolled: true },
    ['done', 'done', 'done', 'now'],
  ],
  ['it is online', { ...nothing, isEnrolled: true, isOnline: true }, ['done', 'done', 'done', 'done']],
  [
    'it was online and is away',
    { ...nothing, reached: 'enrolled', isEnrolled: true, wasOnline: true },
    ['done', 'done', 'done', 'away'],
  ],
  [
    'it failed after the download',
    { ...nothing, reached: 'downloaded', hasFailed: true },
    ['done', 'failed', 'next', 'next'],
  ],
] as const)('progress: %s', (_what, seen, states) => {
  expect(joinProgress(seen).map(({ state }) => state)).toEqual(states)
})

test('a node was online when it is, or was seen since; being seen in an earlier life does not count', () => {
  const away = (last_seen_at: string | null) => ({ online: false, last_seen_at })
  expect(wasOnlineSince(null, undefined)).toBe(false)
  expect(wasOnlineSince(null, away(null))).toBe(false)
  expect(wasOnlineSince('yesterday', away('yesterday'))).toBe(false)
  expect(wasOnlineSince('yesterday', away('today'))).toBe(true)
  expect(wasOnlineSince(null, { online: true, last_seen_at: null })).toBe(true)
})
