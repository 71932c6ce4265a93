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

function whyText(t: TextOf, { why, ways }: NodeChoice, wanted: readonly string[]): string {
  if (why === 'fits') {
    const named = ways.filter(way => way !== 'process')
    if (named.length === 0) return t('newServer.nodeFitsPlain')
    const fits = named.length < ways.length ? 'newServer.nodeFitsEither' : 'newServer.nodeFits'
    return t(fits, { ways: runtimeNames(t, named) })
  }
  if (why === 'lacks') return t('newServer.nodeLacks', { ways: runtimeNames(t, wanted) })
  return t(`newServer.${({ away: 'nodeAway', off: 'nodeOff', notJoined: 'nodeNotJoined' } as const)[why]}`)
}

export function NodeChoiceView(props: NodeChoiceViewProps) {
  const { choices, wanted, nodeId, isTried, onChoose } = props
  const t = useTexts()
  const isNoneFit = choices.every(({ why }) => why !== 'fits')
  return (
    <div className={rows.row}>
      <div className={rows.words}>
        <span className="text-name">{t('newServer.node')}</span>
        <Box component="p" className="text-note" mt={2}>
          {t('newServer.nodeText')}
        </Box>
      </div>
      <Stack gap={10} miw={0}>
        {choices.length > 0 && (
          <OptionCards
            label={t('newServer.node')}
            value={nodeId === null ? null : String(nodeId)}
            options={choices.map(choice => ({
              value: String(choice.node.id),
              title:
                choice.why === 'fits' ? (
                  <Group component="span" gap="0 12px" justify="space-between">
                    {choice.node.name}
                    <FreeMemory nodeId={choice.node.id} neededMb={props.neededMb} />
                  </Group>
                ) : (
                  choice.node.name
                ),
              text: whyText(t, choice, wanted),
              isDisabled: choice.why !== 'fits',
            }))}
            fault={isTried && nodeId === null ? t('newServer.needNode') : undefined}
            onChange={id => onChoose(Number(id))}
          />
        )}
        {isNoneFit && (
          <Group className="text-secondary" gap={10} justify="space-between">
            <p>{choices.length === 0 ? t('newServer.noNodes') : t('newServer.noneFits')}</p>
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
