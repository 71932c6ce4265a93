// The plans, for administrators, and the dialogs that create, change and delete one.

import { Button, Group, Modal } from '@mantine/core'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { changePlan, createPlan, deletePlan, listPlans, type Plan } from '@rookery/contracts/http/plans.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { planItems } from '@rookery/contracts/plan-items.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { bodyOf, draftOf, type PlanDraft } from './plan-draft-rules.ts'
import { PlanFormView } from './plan-form-view.tsx'
import { PlansView } from './plans-view.tsx'

type Dialog = { show: 'form'; plan: Plan | null } | { show: 'delete'; plan: Plan }

const statusOf = ({ data, error }: { data: unknown; error: unknown }) => {
  if (data) return 'ready'
  if (!error) return 'loading'
  return error instanceof ApiError && error.code === 'forbidden' ? 'closed' : 'problem'
}

export function PlansPage() {
  const plans = useQuery(wholeQuery(listPlans))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PlansView
        status={statusOf(plans)}
        problem={plans.error}
        plans={plans.data?.items ?? []}
        onCreate={() => setDialog({ show: 'form', plan: null })}
        onChange={plan => setDialog({ show: 'form', plan })}
        onDelete={plan => setDialog({ show: 'delete', plan })}
        onRetry={() => void plans.refetch()}
      />
      {dialog?.show === 'form' && <FormDialog plan={dialog.plan} onClose={close} />}
      {dialog?.show === 'delete' && <DeleteDialog plan={dialog.plan} onClose={close} />}
    </>
  )
}

const formFields = ['name', 'template_ids', 'node_ids', ...planItems.map(item => `limits.${item}`)]

function FormDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const templates = useQuery(wholeQuery(listTemplates))
  const nodes = useQuery(wholeQuery(listNodes))
  const save = useMutation({
    mutationFn: (draft: PlanDraft) =>
      plan
        ? api(changePlan, { params: { id: String(plan.id) }, body: bodyOf(draft) })
        : api(createPlan, { body: bodyOf(draft) }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listPlans) })
    },
  })
  const refusal = useRefusal(save.error, formFields)
  if (!templates.data || !nodes.data) return null
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      yOffset="5dvh"
      title={plan ? t('plans.editTitle', { name: plan.name }) : t('plans.createTitle')}
    >
      <PlanFormView
        draft={draftOf(plan)}
        isNew={plan === null}
        mostUsed={plan?.most_used ?? null}
        templates={templates.data.items}
        nodes={nodes.data.items}
        isBusy={save.isPending}
        {...refusal}
        onSave={save.mutate}
        onClose={onClose}
      />
    </Modal>
  )
}

function DeleteDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api(deletePlan, { params: { id: String(plan.id) } }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listPlans) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('plans.deleteTitle', { name: plan.name })}>
      <div className={form.form}>
        {ending.error && <FormProblem>{problemMessage(t, ending.error)}</FormProblem>}
        <p className="text-quiet">{t('plans.deleteText')}</p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button color="danger" loading={ending.isPending} onClick={() => ending.mutate()}>
            {t('plans.confirm')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
