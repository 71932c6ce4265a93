// The whole environment of a game: a few fixed variables and those of its definition, nothing of the daemon's.

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export interface EnvironmentInput {
  folder: string
  timeZone: string
  ofDefinition: Readonly<Record<string, string>>
}

export function renderEnvironment({
  folder,
  timeZone,
  ofDefinition,
}: EnvironmentInput): Record<string, string> {
  return {
    PATH: searchPath,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    TZ: timeZone,
    ...ofDefinition,
    HOME: folder,
  }
}

/** Arguments stay what they are: only a first argument that is exactly `{runtime.node}` has a meaning. */
export function renderCommand(command: readonly string[], nodeBinary: string): string[] {
  const [program = '', ...rest] = command
  return [program === '{runtime.node}' ? nodeBinary : program, ...rest]
}

/** What makes a command or an environment impossible to hand over, in words, or null. */
export function launchProblem(
  command: readonly string[],
  environment: Record<string, string>,
): string | null {
  if (command[0] === undefined || command[0] === '') return 'the start command is empty'
  if (command.some(argument => argument.includes('\0'))) return 'the start command contains a NUL byte'
  for (const [name, value] of Object.entries(environment)) {
    if (!/^[A-Za-z_][A-Za-z0-9_.]*$/.test(name)) {
      return `the environment variable name ${JSON.stringify(name)} is not possible: use letters, digits and _`
    }
    if (value.includes('\0')) return `the environment variable ${name} contains a NUL byte`
  }
  return null
}
