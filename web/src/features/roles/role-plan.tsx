// The plan that a role gives to everybody who holds it.

import { changeRolePlan, listPlans, readRolePlan } from '@rookery/contracts/http/plans.ts'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlanChoiceView } from '../../parts/plans/plan-choice-view.tsx'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'

export function RolePlanPage({ role }: { role: Pick<Role, 'id'> }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { id: String(role.id) }
  const given = useQuery(apiQuery(readRolePlan, { params }))
  const plans = useQuery(wholeQuery(listPlans))
  const give = useMutation({
    mutationFn: (plan_id: number | null) => api(changeRolePlan, { params, body: { plan_id } }),
    onSuccess: changed => {
      queryClient.setQueryData(apiQuery(readRolePlan, { params }).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: keyOf(listPlans) })
      // Whoever holds it may now have another plan.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users'),
      })
    },
  })
  const problem = given.error ?? plans.error
  if (problem) return <ProblemState problem={problem} onRetry={() => void given.refetch()} />
  if (!given.data || !plans.data) return <LoadingRows rows={2} />
  return (
    <PlanChoiceView
      key={given.data.plan?.id}
      given={given.data.plan}
      plans={plans.data.items}
      isBusy={give.isPending}
      isSaved={give.isSuccess}
      problem={give.error ? problemMessage(t, give.error) : null}
      onSave={give.mutate}
    />
  )
}
