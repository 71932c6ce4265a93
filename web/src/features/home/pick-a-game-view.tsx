// The first run: pick a game, and it installs and starts while you watch.

import { Button } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RookLogo } from '../../ui/logo/rook-logo.tsx'
import { runtimeNames } from '../../ui/run-state/runtime-names.ts'
import { useTexts } from '../../ui/texts/texts.ts'
import type { GameChoice } from './logic/runnable.ts'
import styles from './pick-a-game.module.css'

interface PickAGameViewProps {
  choices: GameChoice[]
  /** The node that will run it; without one nothing can be picked. */
  nodeName: string | null
  busyTemplateId: number | null
  problem: string | null
  onPick: (template: TemplateSummary) => void
}

/** The same game always gets the same colour, so that cards can be told apart at a glance. */
const hueOf = (slug: string): number =>
  Array.from(slug).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)

const initialsOf = (name: string): string =>
  name
    .split(/[\s:_-]+/)
    .slice(0, 2)
    .map(word => word[0]?.toUpperCase() ?? '')
    .join('')

export function PickAGameView({ choices, nodeName, busyTemplateId, problem, onPick }: PickAGameViewProps) {
  const t = useTexts()
  if (choices.length === 0) {
    return (
      <EmptyState icon={<RookLogo size={28} />} title={t('home.pickTitle')} text={t('home.noTemplates')} />
    )
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <RookLogo size={40} />
        <h1>{t('home.pickTitle')}</h1>
        <p>{nodeName ? t('home.pickText', { node: nodeName }) : t('home.pickTextNoNode')}</p>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <ul className={styles.games}>
        {choices.map((choice, at) => (
          <GameCard
            key={choice.template.id}
            {...choice}
            isFirst={at === 0}
            nodeName={nodeName}
            isBusy={busyTemplateId === choice.template.id}
            isBlocked={busyTemplateId !== null && busyTemplateId !== choice.template.id}
            onPick={() => onPick(choice.template)}
          />
        ))}
      </ul>
    </div>
  )
}

interface GameCardProps extends GameChoice {
  isFirst: boolean
  nodeName: string | null
  isBusy: boolean
  isBlocked: boolean
  onPick: () => void
}

function GameCard({ template, isRunnable, isFirst, nodeName, isBusy, isBlocked, onPick }: GameCardProps) {
  const t = useTexts()
  const ways = runtimeNames(t, template.process_managers)
  const isMissing = nodeName !== null && !isRunnable
  return (
    <li className={styles.game}>
      <div className={styles.title}>
        <span
          className={styles.emblem}
          style={{ '--hue': hueOf(template.slug) } as CSSProperties}
          aria-hidden
        >
          {initialsOf(template.name)}
        </span>
        <div>
          <h2>{template.name}</h2>
          <span className={styles.ways}>
            {isMissing ? t('home.cannotRun', { node: nodeName, ways }) : t('home.runsWith', { ways })}
          </span>
        </div>
      </div>
      <p className={styles.description}>{template.description}</p>
      <Button
        fullWidth
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconPlayerPlayFilled size={14} />}
        disabled={!nodeName || !isRunnable || isBlocked}
        loading={isBusy}
        onClick={onPick}
      >
        {t('home.pickButton', { name: template.name })}
      </Button>
    </li>
  )
}
