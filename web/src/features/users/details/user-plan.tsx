// The plan of a user: given by hand or by a role, and what is used of it.

import { Stack } from '@mantine/core'
import { changeUserPlan, type HeldPlan, listPlans, readUserPlan } from '@rookery/contracts/http/plans.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlanChoiceView } from '../../../parts/plans/plan-choice-view.tsx'
import { PlanUsageView } from '../../../parts/plans/plan-usage-view.tsx'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'

export function UserPlanPage({ user }: { user: User }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { id: String(user.id) }
  const own = useQuery(apiQuery(readUserPlan, { params }))
  const plans = useQuery(wholeQuery(listPlans))
  const give = useMutation({
    mutationFn: (plan_id: number | null) => api(changeUserPlan, { params, body: { plan_id } }),
    onSuccess: changed => {
      queryClient.setQueryData(apiQuery(readUserPlan, { params }).queryKey, changed)
      return queryClient.invalidateQueries({ queryKey: keyOf(listPlans) })
    },
  })
  const problem = own.error ?? plans.error
  if (problem) return <ProblemState problem={problem} onRetry={() => void own.refetch()} />
  if (!own.data || !plans.data) return <LoadingRows rows={2} />
  const { plan, held } = own.data
  return (
    <PlanChoiceView
      key={plan?.id}
      given={plan}
      plans={plans.data.items}
      isBusy={give.isPending}
      isSaved={give.isSuccess}
      problem={give.error ? problemMessage(t, give.error) : null}
      onSave={give.mutate}
    >
      {held && <UsedPlanView held={held} isAdministrator={user.is_admin} />}
    </PlanChoiceView>
  )
}

function UsedPlanView({ held, isAdministrator }: { held: HeldPlan; isAdministrator: boolean }) {
  const t = useTexts()
  const ofRoles = held.plans.flatMap(({ name, role }) =>
    role ? [t('plans.byRole', { name, role: role.name })] : [],
  )
  return (
    <Stack gap={12}>
      {ofRoles.length > 0 && <p className="text-secondary">{ofRoles.join(' ')}</p>}
      {isAdministrator && <p className="text-secondary">{t('plans.administrator')}</p>}
      <PlanUsageView usage={held.usage} />
    </Stack>
  )
}
