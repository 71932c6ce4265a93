// Which node runs the new server; those that cannot say why.

import { Box, Button, Group, Select, SimpleGrid, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { runtimeNames } from '../../../parts/run-state/runtime-names.ts'
import { useNodeUsage } from '../../../parts/usage/node-usage-store.ts'
import { type TextOf, useLanguage, useTexts } from '../../../texts/texts.ts'
import { Dotted } from '../../../ui/controls/dotted.tsx'
import rows from '../../../ui/controls/field-row.module.css'
import { MultiChoice } from '../../../ui/controls/multi-choice.tsx'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import {
  type ChosenNode,
  type NodeChoice,
  type Placement,
  type Shortage,
  shortageOf,
  type Wish,
  wishesOf,
} from './logic/node-choices.ts'

interface NodeChoiceViewProps {
  choices: readonly NodeChoice[]
  /** The ways in which the game can be run. */
  wanted: readonly string[]
  /** What the game takes; null: the template does not say. */
  neededMb: number | null
  where: ChosenNode
  wish: Wish
  placement: Placement | null
  mayAddNode: boolean
  isTried: boolean
  /** What the panel refused. */
  fault: string | undefined
  onChoose: (nodeId: number | 'anywhere') => void
  onWish: (wish: Wish) => void
}

function fitText(t: TextOf, { ways }: NodeChoice): string {
  const named = ways.filter(way => way !== 'process')
  if (named.length === 0) return t('newServer.nodeFitsPlain')
  const fits = named.length < ways.length ? 'newServer.nodeFitsEither' : 'newServer.nodeFits'
  return t(fits, { ways: runtimeNames(t, named) })
}

export function NodeChoiceView(props: NodeChoiceViewProps) {
  const { choices, wanted, where, placement, mayAddNode, isTried, fault, onChoose } = props
  const t = useTexts()
  const fitting = choices.filter(({ why }) => why === 'fits')
  const others = choices.filter(({ why }) => why !== 'fits')
  const anywhere = {
    value: 'anywhere',
    title: (
      <Group component="span" gap="0 12px" justify="space-between">
        {t('newServer.anywhere')}
        {where.isForeseen && where.choice && (
          <Box component="span" className="text-note" fw={400}>
            {t('newServer.nowNode', { name: where.choice.node.name })}
          </Box>
        )}
      </Group>
    ),
    text: t('newServer.anywhereText'),
  }
  const value = where.isAnywhere ? 'anywhere' : String(where.choice?.node.id)
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
            value={value}
            options={[
              ...(fitting.length > 1 ? [anywhere] : []),
              ...fitting.map(choice => ({
                value: String(choice.node.id),
                title: (
                  <Group component="span" gap="0 12px" justify="space-between">
                    {choice.node.name}
                    <FreeMemory nodeId={choice.node.id} neededMb={props.neededMb} />
                  </Group>
                ),
                text: <FitText choice={choice} shortage={shortageOf(placement, choice.node.id)} />,
              })),
            ]}
            onChange={id => onChoose(id === 'anywhere' ? id : Number(id))}
            {...(fault && { fault })}
          />
        )}
        {where.isAnywhere && <WishFields {...props} />}
        {where.isAnywhere && !where.choice && (
          <p className="text-problem" role="alert">
            {t('newServer.nowhere')}
          </p>
        )}
        {others.length > 0 && <UnusableNodes choices={others} wanted={wanted} />}
        {fitting.length === 0 && (
          <Group className="text-secondary" gap={10} justify="space-between">
            <p className={isTried ? 'text-problem' : undefined} role={isTried ? 'alert' : undefined}>
              {choices.length === 0 && mayAddNode ? t('newServer.noNodes') : t('newServer.noneFits')}
            </p>
            {mayAddNode && (
              <Button
                variant="default"
                renderRoot={rootProps => <Link to="/nodes" search={{ add: true }} {...rootProps} />}
              >
                {t('newServer.addNode')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </div>
  )
}

function FitText({ choice, shortage }: { choice: NodeChoice; shortage: Shortage | null }) {
  const t = useTexts()
  const language = useLanguage()
  const { location } = choice.node
  return (
    <Dotted component="span">
      <span>{fitText(t, choice)}</span>
      {location && <span>{location}</span>}
      {shortage && (
        <Box component="span" c="var(--state-warning)">
          {t(`newServer.short.${shortage.what}`, {
            left: formatValue(shortage.left, shortage.what === 'cpu' ? 'percent' : 'bytes', language),
          })}
        </Box>
      )}
    </Dotted>
  )
}

/** Left out where all nodes are alike. */
function WishFields({ choices, wish, onWish }: NodeChoiceViewProps) {
  const t = useTexts()
  const { locations, tags } = wishesOf(choices)
  if (locations.length === 0 && tags.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
      {locations.length > 0 && (
        <Select
          label={t('newServer.location')}
          allowDeselect={false}
          data={[
            { value: '', label: t('newServer.anyLocation') },
            ...locations.map(location => ({ value: location, label: location })),
          ]}
          value={wish.location}
          onChange={location => onWish({ ...wish, location: location ?? '' })}
        />
      )}
      {tags.length > 0 && (
        <MultiChoice
          label={t('newServer.withTags')}
          {...(wish.tags.length === 0 && { placeholder: t('newServer.anyTags') })}
          data={tags}
          value={[...wish.tags]}
          onChange={chosen => onWish({ ...wish, tags: chosen })}
        />
      )}
    </SimpleGrid>
  )
}

const reasons = {
  lacks: 'newServer.unusable.lacks',
  away: 'newServer.unusable.away',
  off: 'newServer.unusable.off',
  notJoined: 'newServer.unusable.notJoined',
  closed: 'newServer.unusable.closed',
  draining: 'newServer.unusable.draining',
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
