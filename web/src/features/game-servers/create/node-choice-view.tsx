// Which node runs the new server; those that cannot say why.

import { Box, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { runtimeNames } from '../../../parts/run-state/runtime-names.ts'
import { useNodeUsage } from '../../../parts/usage/node-usage-store.ts'
import { type TextOf, useLanguage, useTexts } from '../../../texts/texts.ts'
import rows from '../../../ui/controls/field-row.module.css'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import type { NodeChoice } from './logic/node-choices.ts'

interface NodeChoiceViewProps {
  choices: readonly NodeChoice[]
  /** The ways in which the game can be run. */
  wanted: readonly string[]
  /** What the game takes; null: the template does not say. */
  neededMb: number | null
  nodeId: number | null
  isTried: boolean
  onChoose: (nodeId: number) => void
}

function fitText(t: TextOf, { ways }: NodeChoice): string {
  const named = ways.filter(way => way !== 'process')
  if (named.length === 0) return t('newServer.nodeFitsPlain')
  const fits = named.length < ways.length ? 'newServer.nodeFitsEither' : 'newServer.nodeFits'
  return t(fits, { ways: runtimeNames(t, named) })
}

export function NodeChoiceView(props: NodeChoiceViewProps) {
  const { choices, wanted, nodeId, isTried, onChoose } = props
  const t = useTexts()
  const fitting = choices.filter(({ why }) => why === 'fits')
  const others = choices.filter(({ why }) => why !== 'fits')
  return (
    <div className={rows.row}>
      <div className={rows.words}>
        <span className="text-name">{t('newServer.node')}</span>
        <Box component="p" className="text-note" mt={2}>
          {t('newServer.nodeText')}
        </Box>
      </div>
      <Stack gap={10} miw={0}>
        {fitting.length > 0 && (
          <OptionCards
            label={t('newServer.node')}
            value={nodeId === null ? null : String(nodeId)}
            options={fitting.map(choice => ({
              value: String(choice.node.id),
              title: (
                <Group component="span" gap="0 12px" justify="space-between">
                  {choice.node.name}
                  <FreeMemory nodeId={choice.node.id} neededMb={props.neededMb} />
                </Group>
              ),
              text: fitText(t, choice),
            }))}
            onChange={id => onChoose(Number(id))}
          />
        )}
        {others.length > 0 && <UnusableNodes choices={others} wanted={wanted} />}
        {fitting.length === 0 && (
          <Group className="text-secondary" gap={10} justify="space-between">
            <p className={isTried ? 'text-problem' : undefined} role={isTried ? 'alert' : undefined}>
              {choices.length === 0 ? t('newServer.noNodes') : t('newServer.noneFits')}
            </p>
            <Button
              variant="default"
              renderRoot={rootProps => <Link to="/nodes" search={{ add: true }} {...rootProps} />}
            >
              {t('newServer.addNode')}
            </Button>
          </Group>
        )}
      </Stack>
    </div>
  )
}

const reasons = {
  lacks: 'newServer.unusable.lacks',
  away: 'newServer.unusable.away',
  off: 'newServer.unusable.off',
  notJoined: 'newServer.unusable.notJoined',
} as const

/** More of them wait behind a fold. */
const mostNamed = 3

/** There is nothing to choose about them: they take one line. */
function UnusableNodes({ choices, wanted }: Pick<NodeChoiceViewProps, 'choices' | 'wanted'>) {
  const t = useTexts()
  const language = useLanguage()
  const sentences = choices.flatMap(({ node, why }) =>
    why === 'fits' ? [] : t(reasons[why], { name: node.name, ways: runtimeNames(t, wanted) }),
  )
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(sentences)
  if (sentences.length <= mostNamed)
    return (
      <p className="text-note">{t('newServer.unusableNodes', { count: sentences.length, reasons: list })}</p>
    )
  return (
    <details className="text-note">
      <summary>{t('newServer.unusableCount', { count: sentences.length })}</summary>
      {list}
    </details>
  )
}

/** In a warning tone where the game takes more than the node has left. */
function FreeMemory({ nodeId, neededMb }: Pick<NodeChoiceViewProps, 'neededMb'> & { nodeId: number }) {
  const t = useTexts()
  const language = useLanguage()
  const usage = useNodeUsage(nodeId)
  if (usage?.memory_bytes == null || usage.memory_total_bytes == null) return null
  const freeBytes = Math.max(0, usage.memory_total_bytes - usage.memory_bytes)
  const neededBytes = (neededMb ?? 0) * 1024 ** 2
  const isTight = freeBytes < neededBytes
  const figures = {
    free: formatValue(freeBytes, 'bytes', language),
    needed: formatValue(neededBytes, 'bytes', language),
  }
  return (
    <Box component="span" className="text-note" fw={400} {...(isTight && { c: 'var(--state-warning)' })}>
      {isTight ? t('newServer.nodeTight', figures) : t('newServer.nodeFree', figures)}
    </Box>
  )
}
