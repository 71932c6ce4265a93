// The first run: one click, and a game installs and starts while you watch; every other game is one page away.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconCheck, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GameIcon } from '../../parts/games/game-icon.tsx'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { runtimeName } from '../../parts/run-state/runtime-names.ts'
import { type TextOf, useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import styles from './home.module.css'
import type { GameChoice } from './logic/runnable.ts'

/** Further games that are shown at once; all of them are behind the button. */
const visibleOthers = 6

interface PickAGameViewProps {
  choices: GameChoice[]
  /** The node that will run it; without one nothing can be picked. */
  nodeName: string | null
  /** What that node can run games with. */
  machine?: Pick<Node, 'runtimes' | 'limits' | 'arch'> | undefined
  busyTemplateId: number | null
  problem: string | null
  onPick: (template: TemplateSummary) => void
}

export function PickAGameView(props: PickAGameViewProps) {
  const t = useTexts()
  const { choices, nodeName, machine, busyTemplateId, problem, onPick } = props
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
        {machine && <Machine {...machine} />}
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
              <OtherGame key={choice.template.id} {...choice} />
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

function Machine({ runtimes, limits, arch }: Pick<Node, 'runtimes' | 'limits' | 'arch'>) {
  const t = useTexts()
  const language = useLanguage()
  const { memory_bytes: memory, cpu_cores: cores } = limits
  const facts = [
    runtimes.map(way => runtimeName(t, way)).join(', '),
    memory ? `${t('usage.memoryShort')} ${formatValue(memory, 'bytes', language)}` : '',
    cores ? `${t('usage.cpuShort')} ${cores} × ${arch ?? ''}` : '',
  ]
  return (
    <Dotted component="p" className="text-hint">
      {facts.filter(Boolean).map(fact => (
        <span key={fact}>{fact}</span>
      ))}
    </Dotted>
  )
}

function OtherGame(choice: GameChoice) {
  const { template } = choice
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
          <Fit {...choice} />
        </Stack>
      </Link>
    </li>
  )
}

function fitText(t: TextOf, language: string, { template, fit }: GameChoice): string {
  const { kind } = fit
  const things = (names: readonly string[], type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(language, { type }).format(names)
  const ways = (names: readonly string[]) =>
    things(
      names.map(way => runtimeName(t, way)),
      'disjunction',
    )
  if (kind === 'no-node' || kind === 'away')
    return t('home.runsWith', { ways: ways(template.process_managers) })
  const { node } = fit
  if (kind === 'memory' || kind === 'disk') return t('home.tooSmall', { node })
  if (kind === 'architecture') return t('home.otherProcessor', { node })
  if (kind === 'runtime') return t('home.needs', { node, things: ways(fit.ways) })
  if (fit.kind === 'runs' && fit.programs.length > 0)
    return t('home.needs', { node, things: things(fit.programs, 'conjunction') })
  return t('home.runsOn', { node })
}

/** A check where nothing is missing. */
function Fit(choice: GameChoice) {
  const t = useTexts()
  const language = useLanguage()
  const { fit } = choice
  const isReady = fit.kind === 'runs' && fit.programs.length === 0
  return (
    <span className={`text-caption ${styles.fit}`}>
      {isReady && <IconCheck size={14} aria-hidden />}
      {fitText(t, language, choice)}
    </span>
  )
}

interface FirstGameProps extends GameChoice {
  nodeName: string | null
  isBusy: boolean
  onPick: () => void
}

function FirstGame({ template, fit, isRunnable, nodeName, isBusy, onPick }: FirstGameProps) {
  const t = useTexts()
  return (
    <Stack className={`panel ${styles.game}`} gap={14} maw={440} mx="auto" p={24}>
      <Group gap={12} wrap="nowrap">
        <GameIcon template={template} />
        <div>
          <h2>{template.name}</h2>
          <Fit template={template} fit={fit} isRunnable={isRunnable} />
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
