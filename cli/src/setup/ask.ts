// The questions of `rookery setup`: at most three, and none that a flag has answered.

import { isCancel, select, text } from '@clack/prompts'
import {
  isLocal,
  isPublicName,
  type PanelAddress,
  readAddress,
  type SetupAnswers,
  type TlsChoice,
  type TlsKind,
  termsOfLetsEncrypt,
} from './setup-rules.ts'

export class SetupProblem extends Error {}

export async function askMissing(known: Partial<SetupAnswers>): Promise<SetupAnswers> {
  const address = known.address ?? (await askAddress())
  const tls =
    known.tls ?? (isLocal(address) ? ({ kind: 'none' } as const) : await askTls(isPublicName(address)))
  const login = known.login ?? (await askText('Login of the administrator', 'admin'))
  return { address, tls, login }
}

async function askAddress(): Promise<PanelAddress> {
  const answer = await text({
    message: 'Name under which people reach the panel; localhost for this machine alone',
    initialValue: 'localhost',
    validate: value => {
      const address = readAddress(value ?? '')
      return 'wrong' in address ? address.wrong : undefined
    },
  })
  const address = readAddress(notCanceled(answer))
  if ('wrong' in address) throw new SetupProblem(address.wrong)
  return address
}

const automatic = {
  value: 'acme',
  label: "The panel, with a certificate of Let's Encrypt that it gets and renews itself",
  hint: `needs ports 80 and 443; you agree to ${termsOfLetsEncrypt}`,
} as const

async function askTls(offersAcme: boolean): Promise<TlsChoice> {
  const kind = notCanceled(
    await select<TlsKind>({
      message: 'Who speaks TLS with browsers',
      options: [
        ...(offersAcme ? [automatic] : []),
        { value: 'files', label: 'The panel, with certificate files of mine' },
        { value: 'proxy', label: 'A proxy in front of the panel, such as nginx or Caddy' },
      ],
    }),
  )
  if (kind === 'acme') return { kind, email: null, directory: null }
  if (kind !== 'files') return { kind }
  const certFile = await askText('Certificate chain, a PEM file', '/etc/ssl/private/panel.pem')
  const keyFile = await askText('Private key, a PEM file; the same file where both are in it', certFile)
  return { kind, certFile, keyFile: keyFile === certFile ? null : keyFile }
}

async function askText(message: string, initialValue: string): Promise<string> {
  const validate = (value: string | undefined) => (value?.trim() ? undefined : 'Enter something')
  return notCanceled(await text({ message, initialValue, validate })).trim()
}

function notCanceled<Value>(answer: Value): Exclude<Value, symbol> {
  if (isCancel(answer)) throw new SetupProblem('canceled; nothing was changed')
  return answer as Exclude<Value, symbol>
}
