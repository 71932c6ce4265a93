// A new server of a chosen game: name, node, what has to be known first; all else waits behind one fold.

import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { isAskedFirst } from '../../../parts/variables/logic/variable-shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from './create.module.css'
import {
  bodyOf,
  firstDraft,
  freeName,
  isReady,
  likelyPort,
  type NewGameServerBody,
  offeredVariables,
  type PlacementQuestion,
  placementQuestion,
  shortName,
  withProposal,
} from './logic/new-game-server.ts'
import { type ChoiceNode, chosenNode, nodeChoices, type Placement } from './logic/node-choices.ts'
import { type PlanUsage, planFault, proposedPlace, requiredLimits, waysWithin } from './logic/plan-limits.ts'
import { MoreSettingsView } from './more-settings-view.tsx'
import { NewServerSummary } from './new-server-summary.tsx'
import { NodeChoiceView } from './node-choice-view.tsx'
import { PlanLimitRows } from './plan-limit-rows.tsx'
import { VariableRows } from './variable-rows.tsx'
import { WrongFieldList } from './wrong-field-list.tsx'

export interface NewGameServerFormProps {
  summary: TemplateSummary
  template: Template
  nodes: ChoiceNode[]
  /** Of whoever creates it for themselves within it. */
  plan?: PlanUsage
  /** Those that there are: their names and ports are taken. */
  gameServers: readonly Pick<GameServer, 'name' | 'node_id' | 'port' | 'query_port' | 'rcon_port'>[]
  /** The port that the node would give now; null while it is not known. */
  proposedPort: number | null
  /** The node that the game is going to. */
  onNode: (nodeId: number | null) => void
  /** What the panel says of the nodes, for whoever may know; it is asked anew when the draft asks for something else. */
  placement: Placement | null
  onPlacement: (question: PlacementQuestion) => void
  /** The name by which players reach what listens on all addresses. */
  pageHost: string
  isBusy: boolean
  problem: string | null
  /** What the panel refused, by field. */
  faults: Record<string, string[]>
  onChangeGame: () => void
  onCreate: (body: NewGameServerBody) => void
}

export function NewGameServerForm(props: NewGameServerFormProps) {
  const t = useTexts()
  const { summary, template, nodes, plan, gameServers, isBusy, problem, faults, onChangeGame, onCreate } =
    props
  const takenNames = gameServers.map(({ name }) => name)
  const [typed, setDraft] = useState(() => ({
    ...firstDraft(freeName(shortName(summary.name), takenNames)),
    ...(plan && { place: proposedPlace(template, plan), isMemoryChosen: true }),
  }))
  const [isTried, setIsTried] = useState(false)
  const nameId = useId()
  const ways = plan ? waysWithin(plan, template.process_managers) : template.process_managers
  const choices = nodeChoices(nodes, ways)
  const { placement, onNode, onPlacement } = props
  const where = chosenNode(choices, typed.nodeId, placement)
  const chosen = where.choice
  const draft = withProposal(typed, template, typed.way ?? chosen?.ways[0])
  const nodeId = chosen?.node.id ?? null
  useEffect(() => onNode(nodeId), [nodeId, onNode])
  const question = JSON.stringify(placementQuestion(draft))
  useEffect(() => onPlacement(JSON.parse(question)), [question, onPlacement])
  const isWithinPlan =
    !plan || requiredLimits(plan).every(required => planFault(required, draft.place) === null)
  const isGood = isReady(draft, template, nodeId, !plan) && isWithinPlan
  const variables = offeredVariables(template, !plan)
  const rows = { draft, isTried, faults, onDraft: setDraft }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isGood && nodeId !== null) onCreate(bodyOf(draft, summary.id, where))
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate autoComplete="off">
      <Stack gap={16} miw={0}>
        <ChosenGame summary={summary} onChangeGame={onChangeGame} />
        <Panel>
          <FieldRow id={nameId} label={t('newServer.name')} text={t('newServer.nameText')}>
            <TextInput
              id={nameId}
              aria-describedby={`${nameId}-text`}
              maxLength={190}
              value={draft.name}
              onChange={event => setDraft({ ...draft, name: event.currentTarget.value })}
              error={draft.name.trim() ? fieldMessage(t, faults.name) : isTried && t('newServer.needName')}
            />
          </FieldRow>
          <NodeChoiceView
            choices={choices}
            wanted={ways}
            mayAddNode={!plan}
            neededMb={template.needs?.memory_mb ?? null}
            where={where}
            wish={draft.wish}
            placement={placement}
            isTried={isTried}
            fault={fieldMessage(t, faults.node_id ?? faults.placement)}
            onChoose={id => setDraft({ ...draft, nodeId: id, way: null })}
            onWish={wish => setDraft({ ...draft, nodeId: 'anywhere', wish })}
          />
          {plan && <PlanLimitRows {...rows} plan={plan} />}
          <VariableRows {...rows} variables={variables.filter(isAskedFirst)} />
        </Panel>
        <MoreSettingsView
          {...rows}
          template={template}
          variables={variables.filter(variable => !isAskedFirst(variable))}
          choice={chosen}
          isWithinPlan={plan !== undefined}
        />
      </Stack>
      <NewServerSummary
        summary={summary}
        draft={draft}
        where={where}
        port={
          (draft.place.port === '' ? props.proposedPort : null) ??
          likelyPort(draft, template, nodeId, gameServers)
        }
        isPortKnown={props.proposedPort !== null}
        pageHost={props.pageHost}
        isBusy={isBusy}
      >
        {problem && <FormProblem>{`${t('newServer.notCreated')}: ${problem}`}</FormProblem>}
        {isTried && !isGood && <WrongFieldList title={t('newServer.checkFields')} />}
      </NewServerSummary>
    </form>
  )
}

function ChosenGame({ summary, onChangeGame }: Pick<NewGameServerFormProps, 'summary' | 'onChangeGame'>) {
  const t = useTexts()
  return (
    <Group gap={14} wrap="nowrap" align="flex-start">
      <GameIcon template={summary} />
      <Box flex={1} miw={0}>
        <h2>{summary.name}</h2>
        <p className="text-secondary">{summary.description}</p>
      </Box>
      <Button variant="default" onClick={onChangeGame}>
        {t('newServer.change')}
      </Button>
    </Group>
  )
}
