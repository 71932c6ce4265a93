// The first run: one click, and a game installs and starts while you watch; every other game is one page away.

import { Button, Group, Stack } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Emblem } from '../../parts/games/emblem.tsx'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { runtimeNames } from '../../parts/run-state/runtime-names.ts'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { GameChoice } from './logic/runnable.ts'
import styles from './pick-a-game.module.css'

/** Further games that are shown at once; all of them are behind the button. */
const visibleOthers = 6

interface PickAGameViewProps {
  choices: GameChoice[]
  /** The node that will run it; without one nothing can be picked. */
  nodeName: string | null
  busyTemplateId: number | null
  problem: string | null
  onPick: (template: TemplateSummary) => void
}

export function PickAGameView({ choices, nodeName, busyTemplateId, problem, onPick }: PickAGameViewProps) {
  const t = useTexts()
  const [first, ...others] = choices
  if (!first) {
    return (
      <EmptyState icon={<RookLogo size={28} />} title={t('home.pickTitle')} text={t('home.noTemplates')} />
    )
  }
  return (
    <div className={styles.page}>
      <Stack className={styles.head} gap={0} align="center">
        <RookLogo size={40} />
        <h1>{t('home.pickTitle')}</h1>
        <p>{nodeName ? t('home.pickText', { node: nodeName }) : t('home.pickTextNoNode')}</p>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </Stack>
      <FirstGame
        {...first}
        nodeName={nodeName}
        isBusy={busyTemplateId === first.template.id}
        onPick={() => onPick(first.template)}
      />
      {others.length > 0 && (
        <Stack
          component="section"
          className={styles.others}
          gap={16}
          align="center"
          aria-label={t('home.otherGames')}
        >
          <h2>{t('home.otherGames')}</h2>
          <ul>
            {others.slice(0, visibleOthers).map(choice => (
              <OtherGame key={choice.template.id} {...choice} nodeName={nodeName} />
            ))}
          </ul>
          <Button variant="default" renderRoot={props => <Link to="/servers/new" {...props} />}>
            {t('home.allGames', { count: choices.length })}
          </Button>
        </Stack>
      )}
    </div>
  )
}

function OtherGame({ template, isRunnable, nodeName }: GameChoice & { nodeName: string | null }) {
  const t = useTexts()
  const ways = runtimeNames(t, template.process_managers)
  const isMissing = nodeName !== null && !isRunnable
  return (
    <li>
      <Link to="/servers/new" search={{ template: template.id }} className={styles.other}>
        <Emblem template={template} size={34} />
        <span className={styles.otherWords}>
          <span className={styles.otherName}>{template.name}</span>
          <span className="text-caption">
            {isMissing ? t('home.cannotRun', { node: nodeName, ways }) : t('home.runsWith', { ways })}
          </span>
        </span>
      </Link>
    </li>
  )
}

interface FirstGameProps extends GameChoice {
  nodeName: string | null
  isBusy: boolean
  onPick: () => void
}

function FirstGame({ template, isRunnable, nodeName, isBusy, onPick }: FirstGameProps) {
  const t = useTexts()
  const ways = runtimeNames(t, template.process_managers)
  const isMissing = nodeName !== null && !isRunnable
  return (
    <Stack className={styles.game} gap={14}>
      <Group gap={12} wrap="nowrap">
        <Emblem template={template} />
        <div>
          <h2>{template.name}</h2>
          <span className="text-caption">
            {isMissing ? t('home.cannotRun', { node: nodeName, ways }) : t('home.runsWith', { ways })}
          </span>
        </div>
      </Group>
      <p className={`text-secondary ${styles.description}`}>{template.description}</p>
      <Button
        fullWidth
        leftSection={<IconPlayerPlayFilled size={14} />}
        disabled={!nodeName || !isRunnable}
        loading={isBusy}
        onClick={onPick}
      >
        {t('home.pickButton', { name: template.name })}
      </Button>
    </Stack>
  )
}
