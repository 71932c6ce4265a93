// Plans in all their moods.

import { fullPlan, held, plans } from '../../pictures/fixtures/plan-fixtures.ts'
import { OwnPlanView } from '../features/home/own-plan-card.tsx'
import { draftOf } from '../features/plans/plan-draft-rules.ts'
import { PlanFormView, type PlanFormViewProps } from '../features/plans/plan-form-view.tsx'
import { PlansView, type PlansViewProps } from '../features/plans/plans-view.tsx'
import { PlanChoiceView, type PlanChoiceViewProps } from '../parts/plans/plan-choice-view.tsx'
import { PlanUsageView } from '../parts/plans/plan-usage-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const away = new ApiError({ code: 'unavailable', status: 503, message: 'the panel cannot answer now' })
const list: PlansViewProps = {
  ...{ status: 'ready', plans, onCreate: ignore, onChange: ignore, onDelete: ignore, onRetry: ignore },
}
const formOf = (change: Partial<PlanFormViewProps>): PlanFormViewProps => ({
  ...{ draft: draftOf(null), isNew: true, mostUsed: null, isBusy: false, faults: {}, problem: null },
  templates: [
    { id: 1, name: 'Minecraft: Paper' },
    { id: 2, name: 'Valheim' },
  ],
  nodes: [{ id: 1, name: 'attic' }],
  ...{ onSave: ignore, onClose: ignore },
  ...change,
})

const choice: PlanChoiceViewProps = {
  ...{
    given: { id: 1, name: 'Starter' },
    plans,
    isBusy: false,
    isSaved: false,
    problem: null,
    onSave: ignore,
  },
}

export function PlanSpecimens() {
  return (
    <>
      <Specimen name="Plans">
        <PlansView {...list} />
      </Specimen>
      <Specimen name="No plans">
        <PlansView {...list} plans={[]} />
      </Specimen>
      <Specimen name="Plans are read">
        <PlansView {...list} status="loading" plans={[]} />
      </Specimen>
      <Specimen name="Plans that cannot be read">
        <PlansView {...list} status="problem" problem={away} plans={[]} />
      </Specimen>
      <Specimen name="Plans that may not be seen">
        <PlansView {...list} status="closed" plans={[]} />
      </Specimen>
      <Specimen name="A new plan" isNarrow>
        <PlanFormView {...formOf({})} />
      </Specimen>
      <Specimen name="A plan whose name is taken, with a template that is gone" isNarrow>
        <PlanFormView
          {...formOf({
            draft: draftOf(plans[0] ?? null),
            isNew: false,
            mostUsed: { servers: 3, memory_bytes: 5 * 1024 ** 3, cpu_percent: 100, disk_bytes: 0, ports: 2 },
            faults: { name: ['is taken by another plan'] },
          })}
        />
      </Specimen>
      <Specimen name="The plan of a user, with more used than it allows" isNarrow>
        <PlanChoiceView {...choice}>
          <PlanUsageView usage={held.usage} />
        </PlanChoiceView>
      </Specimen>
      <Specimen name="Your own plan on Home">
        <OwnPlanView held={held} isNext />
      </Specimen>
      <Specimen name="Your own plan, with no room for another server">
        <OwnPlanView held={{ ...held, ...fullPlan }} isNext={false} />
      </Specimen>
      <Specimen name="No plan to give" isNarrow>
        <PlanChoiceView {...choice} plans={[]} />
      </Specimen>
    </>
  )
}
