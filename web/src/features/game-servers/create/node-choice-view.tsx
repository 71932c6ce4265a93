// Which node runs the new server; those that cannot say why.

import { Box, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { runtimeNames } from '../../../parts/run-state/runtime-names.ts'
import { type TextOf, useTexts } from '../../../texts/texts.ts'
import rows from '../../../ui/controls/field-row.module.css'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import type { NodeChoice } from './logic/node-choices.ts'

interface NodeChoiceViewProps {
  choices: readonly NodeChoice[]
  /** The ways in which the game can be run. */
  wanted: readonly string[]
  nodeId: number | null
  isTried: boolean
  onChoose: (nodeId: number) => void
}

function whyText(t: TextOf, { why, ways }: NodeChoice, wanted: readonly string[]): string {
  if (why === 'fits') return t('newServer.nodeFits', { ways: runtimeNames(t, ways) })
  if (why === 'lacks') return t('newServer.nodeLacks', { ways: runtimeNames(t, wanted) })
  return t(`newServer.${({ away: 'nodeAway', off: 'nodeOff', notJoined: 'nodeNotJoined' } as const)[why]}`)
}

export function NodeChoiceView({ choices, wanted, nodeId, isTried, onChoose }: NodeChoiceViewProps) {
  const t = useTexts()
  const isNoneFit = choices.every(({ why }) => why !== 'fits')
  return (
    <div className={rows.row}>
      <div className={rows.words}>
        <Box component="span" fw={550}>
          {t('newServer.node')}
        </Box>
        <p>{t('newServer.nodeText')}</p>
      </div>
      <Stack gap={10} miw={0}>
        {choices.length > 0 && (
          <OptionCards
            label={t('newServer.node')}
            value={nodeId === null ? null : String(nodeId)}
            options={choices.map(choice => ({
              value: String(choice.node.id),
              title: choice.node.name,
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
