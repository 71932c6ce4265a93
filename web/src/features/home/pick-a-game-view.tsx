// The first run: one click, and a game installs and starts while you watch; every other game is one page away.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GameIcon } from '../../parts/games/game-icon.tsx'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { runtimeNames } from '../../parts/run-state/runtime-names.ts'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import styles from './home.module.css'
import type { GameChoice } from './logic/runnable.ts'

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
    <Box
      w="100%"
      maw={1080}
      mx="auto"
      pt={{ base: 28, sm: 48 }}
      px={{ base: 16, sm: 32 }}
      pb={{ base: 40, sm: 64 }}
    >
      <Stack gap={0} align="center" mb={36} fz={15} ta="center">
        <RookLogo size={40} />
        <Box component="h1" mt={16} mb={6} fz={28}>
          {t('home.pickTitle')}
        </Box>
        <p className="text-quiet">
          {nodeName ? t('home.pickText', { node: nodeName }) : t('home.pickTextNoNode')}
        </p>
        {problem && (
          <Box component="p" mt={6} c="var(--state-trouble)" role="alert">
            {problem}
          </Box>
        )}
      </Stack>
      <FirstGame
        {...first}
        nodeName={nodeName}
        isBusy={busyTemplateId === first.template.id}
        onPick={() => onPick(first.template)}
      />
      {others.length > 0 && (
        <Stack component="section" gap={16} mt={44} align="center" aria-label={t('home.otherGames')}>
          <Box component="h2" className="text-quiet" fz={14} fw={500}>
            {t('home.otherGames')}
          </Box>
          <ul className={styles.others}>
            {others.slice(0, visibleOthers).map(choice => (
              <OtherGame key={choice.template.id} {...choice} nodeName={nodeName} />
            ))}
          </ul>
          {others.length > visibleOthers && (
            <Button variant="default" renderRoot={props => <Link to="/servers/new" {...props} />}>
              {t('home.allGames', { count: choices.length })}
            </Button>
          )}
        </Stack>
      )}
    </Box>
  )
}

function OtherGame({ template, isRunnable, nodeName }: GameChoice & { nodeName: string | null }) {
  const t = useTexts()
  const ways = runtimeNames(t, template.process_managers)
  const isMissing = nodeName !== null && !isRunnable
  return (
    <li>
      <Link
        to="/servers/new"
        search={{ template: template.id }}
        className={`panel ${styles.game} ${styles.other}`}
      >
        <GameIcon template={template} size={34} />
        <Stack component="span" gap={0} miw={0}>
          <Box component="span" fw={550}>
            {template.name}
          </Box>
          <span className="text-caption">
            {isMissing ? t('home.cannotRun', { node: nodeName, ways }) : t('home.runsWith', { ways })}
          </span>
        </Stack>
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
    <Stack className={`panel ${styles.game}`} gap={14} maw={440} mx="auto" p={24}>
      <Group gap={12} wrap="nowrap">
        <GameIcon template={template} />
        <div>
          <h2>{template.name}</h2>
          <span className="text-caption">
            {isMissing ? t('home.cannotRun', { node: nodeName, ways }) : t('home.runsWith', { ways })}
          </span>
        </div>
      </Group>
      <p className="text-secondary">{template.description}</p>
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
