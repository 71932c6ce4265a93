// The facts of a template, in two quiet columns: what the game needs and offers, and how a node runs it.

import { Group } from '@mantine/core'
import type { Template } from '@rookery/contracts/template.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { runtimeNames } from '../../parts/run-state/runtime-names.ts'
import { type TextOf, useLanguage, useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Fact } from '../../ui/controls/fact.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { formatNumber, formatValue } from '../../ui/format/unit-rules.ts'
import tones from '../../ui/tone/tone.module.css'
import { clashingPorts, type ListedPort, listedPorts } from './template-ports-rules.ts'
import styles from './templates.module.css'

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const portTexts = { game: 'portGame', query: 'portQuery', rcon: 'portRcon' } as const

const nameOf = (t: TextOf, { name, isNamed }: ListedPort) =>
  isNamed ? t(`template.${portTexts[name as keyof typeof portTexts]}`) : capitalized(name)

/** Each with its number, and what a server could not have as it is. */
function Ports({ template }: { template: Template }) {
  const t = useTexts()
  const ports = listedPorts(template)
  return (
    <>
      {ports.map(port => (
        <div key={port.name}>
          {nameOf(t, port)} <span className="text-quiet">{port.number ?? port.variable}</span>{' '}
          <span className="text-faint">{t(`template.protocol.${port.protocol}`)}</span>
        </div>
      ))}
      {clashingPorts(ports).map(([one, other]) => (
        <Group
          key={`${one.name} ${other.name}`}
          className={`${tones.warning} ${tones.sign}`}
          gap={6}
          mt={4}
          wrap="nowrap"
          align="flex-start"
        >
          <IconAlertTriangle size={15} aria-hidden />
          <span>
            {t('template.samePort', {
              one: nameOf(t, one),
              other: nameOf(t, other),
              port: `${other.number} ${t(`template.protocol.${other.protocol}`)}`,
            })}
          </span>
        </Group>
      ))}
    </>
  )
}

function stopText(t: TextOf, { method }: Template['stop']): string {
  return method.by === 'command'
    ? t('template.stopBy.command', { command: method.command })
    : t('template.stopBy.signal', { signal: method.signal })
}

const processors = { x64: 'x86-64', arm64: 'ARM64' } as const

/** What somebody asks who thinks about running the game. */
export function TemplateFacts({ template }: { template: Template }) {
  const t = useTexts()
  const language = useLanguage()
  const { needs, players, query } = template
  /** What a game needs is a round figure: one digit of a GiB says it. */
  const mebibytes = (count: number) =>
    formatValue((count < 1024 ? count : Math.round(count / 102.4) * 102.4) * 1024 ** 2, 'bytes', language)
  const actions = (['kick', 'ban', 'message'] as const).filter(action => players?.[action])
  return (
    <Panel title={t('template.facts')}>
      <dl className={detail.facts}>
        {template.game !== template.name && <Fact name={t('template.game')}>{template.game}</Fact>}
        <Fact name={t('template.runsWith')}>{runtimeNames(t, template.process_managers)}</Fact>
        {needs?.memory_mb && (
          <Fact name={t('template.memory')}>
            {t('template.atLeast', { amount: mebibytes(needs.memory_mb) })}
          </Fact>
        )}
        {needs?.disk_mb && (
          <Fact name={t('template.disk')}>{t('template.atLeast', { amount: mebibytes(needs.disk_mb) })}</Fact>
        )}
        {needs?.architectures && (
          <Fact name={t('template.processor')}>
            {needs.architectures.map(each => processors[each]).join(', ')}
          </Fact>
        )}
        {needs?.programs && (
          <Fact name={t('template.programs')}>
            {t('template.programsText', { programs: needs.programs.join(', ') })}
          </Fact>
        )}
        <Fact name={t('template.ports')}>
          <Ports template={template} />
        </Fact>
        <Fact name={t('template.playerList')}>{query ? t('template.yes') : t('template.no')}</Fact>
        <Fact name={t('template.players')}>
          {capitalized(actions.map(action => t(`template.action.${action}`)).join(', ')) || t('template.no')}
        </Fact>
      </dl>
    </Panel>
  )
}

/** What only those ask who look after nodes and templates. */
export function RunFacts({ template, command }: { template: Template; command: ReactNode }) {
  const t = useTexts()
  const language = useLanguage()
  const { ready, container, rcon, query } = template
  return (
    <dl className={detail.facts}>
      <Fact name={t('template.command')}>{command}</Fact>
      <Fact name={t('template.ready')}>
        {ready.pattern === null
          ? capitalized(t('template.readyTime', { seconds: formatNumber(ready.grace_ms / 1000, language) }))
          : capitalized(t('template.readyPattern', { pattern: ready.pattern }))}
      </Fact>
      <Fact name={t('template.stop')}>{capitalized(stopText(t, template.stop))}</Fact>
      {container && (
        <Fact name={t('template.images')}>
          {container.images.map(({ label, image }) => (
            <div key={label}>
              {label} <code className={`text-quiet ${styles.image}`}>{image}</code>
            </div>
          ))}
        </Fact>
      )}
      <Fact name={t('template.rcon')}>{rcon ? capitalized(rcon.protocol) : t('template.no')}</Fact>
      <Fact name={t('template.query')}>{query ? capitalized(query.game) : t('template.no')}</Fact>
    </dl>
  )
}
