// The facts of a template, in two quiet columns: ports, ways to run, images, and how it is spoken to.

import type { Template } from '@rookery/contracts/template.ts'
import { runtimeNames } from '../../parts/run-state/runtime-names.ts'
import { type TextOf, useLanguage, useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Fact } from '../../ui/controls/fact.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { formatNumber } from '../../ui/format/unit-rules.ts'

const portTexts = { game: 'portGame', query: 'portQuery', rcon: 'portRcon' } as const

function portsOf(t: TextOf, { ports, extra_ports: extra }: Template): { name: string; text: string }[] {
  const named = (['game', 'query', 'rcon'] as const).flatMap(name => {
    const port = ports[name]
    const text = port && `${port.default} ${t(`template.protocol.${port.protocol}`)}`
    return text ? [{ name: t(`template.${portTexts[name]}`), text }] : []
  })
  const further = extra.map(({ name, protocol, game_plus: plus, variable }) => {
    const where = plus === undefined ? (variable ?? '') : String(ports.game.default + plus)
    return { name, text: `${where} ${t(`template.protocol.${protocol}`)}` }
  })
  return [...named, ...further]
}

function stopText(t: TextOf, { method }: Template['stop']): string {
  return method.by === 'command'
    ? t('template.stopBy.command', { command: method.command })
    : t('template.stopBy.signal', { signal: method.signal })
}

export function TemplateFacts({ template }: { template: Template }) {
  const t = useTexts()
  const language = useLanguage()
  const { ready } = template
  const seconds = formatNumber(ready.grace_ms / 1000, language)
  return (
    <Panel title={t('template.facts')}>
      <dl className={detail.facts}>
        {template.game !== template.name && <Fact name={t('template.game')}>{template.game}</Fact>}
        <Fact name={t('template.runsWith')}>{runtimeNames(t, template.process_managers)}</Fact>
        <Fact name={t('template.ports')}>
          {portsOf(t, template).map(({ name, text }) => (
            <div key={name}>
              {name} <span className="text-quiet">{text}</span>
            </div>
          ))}
        </Fact>
        {template.container && (
          <Fact name={t('template.images')}>
            {template.container.images.map(({ label, image }) => (
              <div key={label}>
                {label}
                <span className="mono text-quiet">{image}</span>
              </div>
            ))}
          </Fact>
        )}
        <Fact name={t('template.stop')}>{stopText(t, template.stop)}</Fact>
        <Fact name={t('template.ready')}>
          {ready.pattern === null
            ? t('template.readyTime', { seconds })
            : t('template.readyPattern', { pattern: ready.pattern })}
        </Fact>
        <Fact name={t('template.rcon')}>{template.rcon?.protocol ?? t('template.no')}</Fact>
        <Fact name={t('template.query')}>{template.query?.game ?? t('template.no')}</Fact>
        <Fact name={t('template.players')}>
          {template.players
            ? (['kick', 'ban', 'message'] as const).filter(action => template.players?.[action]).join(', ') ||
              t('template.no')
            : t('template.no')}
        </Fact>
      </dl>
    </Panel>
  )
}
