// Understands what SteamCMD prints: how far it is, that it has worked, and why it has not.

import { reasonOf } from '@rookery/contracts/reasons.ts'

export type SteamLine =
  /** Null: of SteamCMD's own renewal, which is no part of the app. */
  | { progress: number | null; message: string }
  | 'success'
  | { failure: string; mayHelpToTryAgain: boolean }
  | null

const progressLine = /Update state \(0x[0-9a-f]+\) ([a-z ]+), progress: ([\d.]+) \((\d+) \/ (\d+)\)/i
const selfUpdateLine = /^\[\s*(\d+)%\] (.+)$/

interface Failure {
  pattern: RegExp
  message: string
  mayHelpToTryAgain: boolean
}

/** In the order in which they are looked for. */
const failures: Failure[] = [
  {
    pattern: /state is 0x2[01]2\b|not enough (?:free )?disk space/i,
    message: reasonOf('steamDisk'),
    mayHelpToTryAgain: false,
  },
  {
    pattern: /no subscription/i,
    message: reasonOf('steamSubscription'),
    mayHelpToTryAgain: false,
  },
  {
    pattern: /invalid password|invalid beta|password required/i,
    message: reasonOf('steamBeta'),
    mayHelpToTryAgain: false,
  },
  {
    pattern: /invalid platform/i,
    message: reasonOf('steamNoLinux'),
    mayHelpToTryAgain: false,
  },
  {
    pattern: /rate limit/i,
    message: reasonOf('steamRateLimit'),
    mayHelpToTryAgain: false,
  },
  {
    pattern: /timed? ?out|timeout/i,
    message: reasonOf('steamTimeout'),
    mayHelpToTryAgain: true,
  },
  {
    pattern: /no connection|service unavailable|failed to (?:connect|download)|content servers? unreachable/i,
    message: reasonOf('steamUnreachable'),
    mayHelpToTryAgain: true,
  },
  {
    pattern: /state is 0x[0-9a-f]+ after update job|disk write failure/i,
    message: 'Steam has broken off the update',
    mayHelpToTryAgain: true,
  },
  {
    pattern: /missing configuration/i,
    message: 'Steam knows nothing of the app yet',
    mayHelpToTryAgain: true,
  },
]

export function readSteamLine(line: string): SteamLine {
  const progress = progressLine.exec(line)
  if (progress) return asProgress(progress)
  const selfUpdate = selfUpdateLine.exec(line)
  if (selfUpdate) return { progress: null, message: `SteamCMD: ${selfUpdate[2]}` }
  if (/^Success! App '\d+' (?:fully installed|already up to date)/i.test(line)) return 'success'
  if (!/\berror\b|\bfailed\b|^failed/i.test(line)) return null
  const known = failures.find(({ pattern }) => pattern.test(line))
  if (known) return { failure: known.message, mayHelpToTryAgain: known.mayHelpToTryAgain }
  return /^error!/i.test(line) ? { failure: `Steam says: ${line}`, mayHelpToTryAgain: true } : null
}

function asProgress([, doing = '', percent = '0', done = '0', total = '0']: string[]): SteamLine {
  const megabytes = (bytes: string) => Math.round(Number(bytes) / 1_000_000)
  const amount = total === '0' ? '' : `: ${megabytes(done)} of ${megabytes(total)} MB`
  return { progress: Math.min(1, Number(percent) / 100), message: `${doing.trim()}${amount}` }
}

export interface SteamApp {
  app_id: string
  beta: string
  beta_password: string
  mod: string
  validate: boolean
}

export type SteamArguments = { argv: string[] } | { problem: string }

/** SteamCMD reads a word with + before it as its next command: no value may begin so, or hold a quote or a space. */
const plainWord = /^[A-Za-z0-9_.][A-Za-z0-9_.!@#$%^&*~=:,-]*$/

export function steamArguments(program: string, folder: string, app: SteamApp): SteamArguments {
  const { app_id, beta, beta_password, mod, validate } = app
  if (!/^\d{1,10}$/.test(app_id))
    return { problem: `${JSON.stringify(app_id)} is not the number of a Steam app` }
  const odd = Object.entries({ beta, mod }).find(([, value]) => value !== '' && !plainWord.test(value))
  if (odd) return { problem: `the ${odd[0]} ${JSON.stringify(odd[1])} cannot be given to SteamCMD` }
  if (beta_password !== '' && !plainWord.test(beta_password)) {
    return { problem: 'the password of the beta cannot be given to SteamCMD: it has odd characters' }
  }
  return {
    argv: [
      ...[program, '+force_install_dir', folder, '+login', 'anonymous'],
      ...(mod === '' ? [] : ['+app_set_config', app_id, 'mod', mod]),
      ...['+app_update', app_id],
      ...(beta === '' ? [] : ['-beta', beta]),
      ...(beta_password === '' ? [] : ['-betapassword', beta_password]),
      ...(validate ? ['validate'] : []),
      '+quit',
    ],
  }
}
