// What shells offer after `rookery`, made from its commands.

import type { DescribedCommand } from '../../cli/src/reference.ts'

interface Choice {
  /** What stands before it, such as `rookery node`. */
  after: string
  text: string
  description: string
}

function choicesOf(commands: readonly DescribedCommand[]): Choice[] {
  const choices = new Map<string, Choice>()
  const add = (choice: Choice) => {
    const key = `${choice.after} ${choice.text}`
    if (!choices.has(key)) choices.set(key, choice)
  }
  for (const { argv, description, args } of commands) {
    argv.slice(1).forEach((text, index) => {
      const isLast = index === argv.length - 2
      add({ after: argv.slice(0, index + 1).join(' '), text, description: isLast ? description : '' })
    })
    for (const [name, argument] of args) {
      if (argument.type === 'positional') continue
      add({ after: argv.join(' '), text: `--${name}`, description: argument.description ?? '' })
    }
  }
  return [...choices.values()]
}

/** By what stands before them, in the order of the commands. */
function grouped(choices: readonly Choice[]): [string, Choice[]][] {
  return Object.entries(Object.groupBy(choices, ({ after }) => after)).map(([after, list]) => [
    after,
    list ?? [],
  ])
}

/** Files are offered where none of ours fits. */
export function writeBashCompletion(commands: readonly DescribedCommand[]): string {
  const cases = grouped(choicesOf(commands)).map(
    ([after, choices]) => `  '${after}') choices='${choices.map(({ text }) => text).join(' ')}' ;;`,
  )
  return `# bash completion for rookery; made from its commands.
_rookery() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=rookery choices='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
    -*) ;;
    *) before="$before \${COMP_WORDS[index]}" ;;
    esac
  done
  case $before in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
}
complete -o default -F _rookery rookery
`
}

export function writeZshCompletion(commands: readonly DescribedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const cases = grouped(choicesOf(commands)).map(([after, choices]) => {
    const list = choices.map(({ text, description }) =>
      quoted(`${text}:${description.replaceAll(':', '\\:')}`),
    )
    return `    '${after}') choices=(${list.join(' ')}) ;;`
  })
  return `#compdef rookery
# Made from the commands of rookery.
_rookery() {
  local -a choices typed
  typed=(\${\${words[2,CURRENT-1]}:#-*})
  case "rookery\${typed:+ }\${(j: :)typed}" in
${cases.join('\n')}
  esac
  if (( \${#choices} )); then _describe 'rookery' choices || _files; else _files; fi
}
_rookery "$@"
`
}

export function writeFishCompletion(commands: readonly DescribedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = choicesOf(commands).map(({ after, text, description }) => {
    const typed = after.split(' ').slice(1)
    const condition = `__rookery_after ${typed.join(' ')}`.trim()
    const offered = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`
    return `complete -c rookery -n ${quoted(condition)} ${offered} -d ${quoted(description)}`
  })
  return `# fish completion for rookery; made from its commands.
function __rookery_after
    set -l typed (commandline -opc)[2..-1]
    set typed (string match -v -- '-*' $typed)
    test "$typed" = "$argv"
end
${lines.join('\n')}
`
}
