// `rookery user`: people of the panel of this machine, for whoever can read its secrets anyway.

import { parseReport } from '@rookery/contracts/up-protocol.ts'
import { type LocalUser, type UserCommand, userCommandReport } from '@rookery/contracts/user-command.ts'
import { columns } from '../columns-rules.ts'
import type { Programs } from '../programs.ts'
import type { NewPassword } from '../read-password.ts'
import { runForOutput } from '../run-in-foreground.ts'

export interface Installation {
  programs: Programs
  environment: NodeJS.ProcessEnv
}

/** A sentence with what is in the way; then nothing was changed. */
export class UserProblem extends Error {}

export async function listUsers(installation: Installation): Promise<string> {
  return userTable(await perform(installation, { command: 'list' }))
}

interface AddedUser extends NewPassword {
  login: string
  name?: string | undefined
  email?: string | undefined
  isAdministrator: boolean
}

export async function addUser(
  installation: Installation,
  { isGenerated, ...user }: AddedUser,
): Promise<string> {
  await perform(installation, { command: 'add', ...user })
  const rights = user.isAdministrator
    ? 'as an administrator'
    : 'with the role user, which grants nothing on its own'
  return [`${user.login} was added ${rights}.`, ...generatedLine(isGenerated, user.password)].join('\n')
}

/** The password is asked for only when there is somebody to give it to. */
export async function changePassword(
  installation: Installation,
  login: string,
  readPassword: () => Promise<NewPassword>,
): Promise<string> {
  await perform(installation, { command: 'find', login })
  const { password, isGenerated } = await readPassword()
  await perform(installation, { command: 'password', login, password })
  return [
    `The password of ${login} was changed. Personal access tokens that were made before it stop working.`,
    `Whoever is signed in stays so; this ends it: rookery user sign-out ${login}`,
    ...generatedLine(isGenerated, password),
  ].join('\n')
}

export async function signOut(installation: Installation, login: string): Promise<string> {
  await perform(installation, { command: 'sign-out', login })
  return `${login} was signed out everywhere: requests immediately, open pages within 15 seconds. Personal access tokens keep working.`
}

async function perform({ programs, environment }: Installation, command: UserCommand): Promise<LocalUser[]> {
  const input = JSON.stringify(command)
  const run = await runForOutput([programs.panel, '--user-command'], environment, { input })
  const report = parseReport(userCommandReport, run.output)
  if (report === null) {
    throw new UserProblem(
      run.complaints || 'the panel program does not answer; check it with: rookery doctor',
    )
  }
  if (report.problem !== null) throw new UserProblem(report.problem)
  return report.users
}

function generatedLine(isGenerated: boolean, password: string): string[] {
  return isGenerated ? ['', `  password  ${password}`, '', 'It is shown only this once.'] : []
}

export function userTable(users: readonly LocalUser[]): string {
  const rows = [
    ['LOGIN', 'NAME', 'E-MAIL', 'ADMINISTRATOR', 'SECOND FACTOR'],
    ...users.map(user => [
      user.login,
      user.name,
      user.email || '-',
      user.isAdministrator ? 'yes' : '-',
      user.twoFactorEnabled ? 'on' : '-',
    ]),
  ]
  return columns(rows).join('\n')
}
