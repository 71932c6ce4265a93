// What will be created, beside the form where there is room for it, and the button that creates it.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { ReactNode } from 'react'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { joinAddress, playerHost } from '../../../parts/run-state/join-address.ts'
import { runtimeName } from '../../../parts/run-state/runtime-names.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import detail from '../../../ui/controls/detail.module.css'
import { Fact } from '../../../ui/controls/fact.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { bytesOfGib, placeFaults } from '../place/place-field-rules.ts'
import styles from './create.module.css'
import type { Draft } from './logic/new-game-server.ts'
import type { ChosenNode, NodeChoice } from './logic/node-choices.ts'

interface NewServerSummaryProps {
  summary: TemplateSummary
  draft: Draft
  where: ChosenNode
  /** Null: it can't be told. */
  port: number | null
  /** The node said that it has it. */
  isPortKnown: boolean
  pageHost: string
  isBusy: boolean
  /** What is wrong, above the button. */
  children: ReactNode
}

export function NewServerSummary(props: NewServerSummaryProps) {
  const t = useTexts()
  const { summary, draft, where, isBusy, children } = props
  const { choice } = where
  const isNamed = choice !== undefined && (where.isForeseen || !where.isAnywhere)
  const name = draft.name.trim()
  return (
    <aside className={styles.summary} aria-label={t('newServer.summary')}>
      <div className={styles.preview}>
        <Group className={styles.previewHead} gap={12} wrap="nowrap">
          <GameIcon template={summary} size={36} />
          <Stack gap={0} miw={0}>
            <span className={`text-name ${styles.previewName}`}>{name || t('newServer.needName')}</span>
            {name !== summary.name && <span className="text-note">{summary.name}</span>}
          </Stack>
        </Group>
        <dl className={detail.facts}>
          <Fact name={t('newServer.node')}>
            {isNamed && <span className="breakable">{choice.node.name}</span>}
            {!choice && '–'}
            {where.isAnywhere && choice && (
              <Box component="span" className="text-caption" display="block">
                {t('newServer.chosenByPanel')}
              </Box>
            )}
          </Fact>
          {choice && <Way draft={draft} choice={choice} />}
          <Address {...props} />
          <Limits draft={draft} />
          {draft.owner && (
            <Fact name={t('ownership.owner')}>
              <span className="breakable">{draft.owner.name}</span>
            </Fact>
          )}
        </dl>
      </div>
      {children}
      <Button type="submit" size="md" loading={isBusy} className={styles.create}>
        {draft.install
          ? t(draft.start ? 'newServer.createAndStart' : 'newServer.createAndInstall')
          : t('newServer.create')}
      </Button>
    </aside>
  )
}

function Way({ draft, choice }: { draft: Draft; choice: NodeChoice }) {
  const t = useTexts()
  const way = draft.way ?? choice.ways[0]
  return way ? <Fact name={t('newServer.way')}>{runtimeName(t, way)}</Fact> : null
}

function Address({ draft, where, port, isPortKnown, pageHost }: NewServerSummaryProps) {
  const t = useTexts()
  if (placeFaults(draft.place).port) {
    return (
      <Fact name={t('newServer.address')}>
        <Box component="span" c="var(--state-trouble)">
          {t('newServer.portWrong')}
        </Box>
      </Fact>
    )
  }
  if (port === null) return null
  return (
    <Fact name={t('newServer.address')}>
      <span className="mono">
        {joinAddress(draft.place.ip, port, playerHost(where.choice?.node.ips ?? [], pageHost))}
      </span>
      {draft.place.port === '' && !isPortKnown && (
        <span className="text-caption">{t('newServer.portIfFree')}</span>
      )}
    </Fact>
  )
}

function Limits({ draft: { place } }: { draft: Draft }) {
  const t = useTexts()
  const language = useLanguage()
  const wrong = placeFaults(place)
  const bytes = (name: 'memoryGib' | 'diskGib') =>
    place[name] === '' || wrong[name]
      ? t('newServer.noLimit')
      : formatValue(bytesOfGib(place[name]), 'bytes', language)
  return (
    <>
      <Fact name={t('newServer.memory')}>{bytes('memoryGib')}</Fact>
      {place.cpuPercent !== '' && !wrong.cpuPercent && (
        <Fact name={t('newServer.cpu')}>{formatValue(Number(place.cpuPercent), 'percent', language)}</Fact>
      )}
      <Fact name={t('newServer.disk')}>{bytes('diskGib')}</Fact>
    </>
  )
}
