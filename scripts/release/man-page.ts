// The man page of `rookery`, made from its commands.

import { type DescribedCommand, nameOf, positional } from '../../cli/src/reference.ts'

export interface ManPageFacts {
  version: string
  epochSeconds: number
}

export function writeManPage(
  commands: readonly DescribedCommand[],
  { version, epochSeconds }: ManPageFacts,
): string {
  const day = new Date(epochSeconds * 1_000).toISOString().slice(0, 10)
  const lines = [
    `.TH ROOKERY 1 "${day}" "Rookery ${version}" "Rookery"`,
    '.SH NAME',
    'rookery \\- game servers and the machines they run on',
    '.SH SYNOPSIS',
    '.B rookery',
    '.I command',
    '.RI [ arguments ]',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH ENVIRONMENT',
    ...entry('DATA_DIR', 'The folder of the installation that is meant.'),
    ...entry('CONFIG_FILE', 'Settings of the panel.'),
    ...entry('DAEMON_CONFIG_FILE', 'Settings of the daemon.'),
    '.SH FILES',
    ...entry('/etc/rookery/config.env', 'Settings of the panel that a package has installed.'),
    ...entry('/etc/rookery/daemon.yaml', 'Settings of the daemon that a package has installed.'),
    ...entry('/var/lib/rookery', 'The database of the panel and the files of the games.'),
    '.SH EXIT STATUS',
    '0 when all is well; otherwise another one, with a sentence on standard error.',
    '.SH SEE ALSO',
    '.BR systemctl (1),',
    '.BR journalctl (1)',
  ]
  return `${lines.join('\n')}\n`
}

function commandLines({ argv, description, args }: DescribedCommand): string[] {
  const positionals = args
    .filter(([, argument]) => argument.type === 'positional')
    .map(([name, argument]) => positional(name, argument))
  return [
    '.TP',
    `.B ${plain([...argv, ...positionals.map(text => text.trim())].join(' '))}`,
    `${plain(description)}.`,
    ...args.flatMap(([name, argument]) => [
      '.RS',
      ...entry(nameOf(name, argument), `${argument.description ?? ''}.`),
      '.RE',
    ]),
  ]
}

const entry = (term: string, text: string): string[] => ['.TP', `.B ${plain(term)}`, plain(text)]

/** What would mean something to the formatter is escaped: backslashes, hyphens, and a dot or quote that begins a line. */
function plain(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}
