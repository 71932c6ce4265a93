// The form of a webhook: where it goes, and what it is told.

import { Box, Button, Checkbox, Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import { eventKinds, problemEventKinds } from '@rookery/contracts/event-catalog.ts'
import { type WebhookFormat, webhookFormats } from '@rookery/contracts/http/webhooks.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { MultiChoice } from '../../ui/controls/multi-choice.tsx'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { isSameKinds, kindGroups, type WebhookDraft } from './webhook-draft-rules.ts'
import styles from './webhooks.module.css'

export interface WebhookFormViewProps {
  draft: WebhookDraft
  isNew: boolean
  /** What is told of the stored address: its host; null where all of it is. */
  hiddenUrl: string | null
  servers: readonly { id: number; name: string }[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSave: (draft: WebhookDraft) => void
  onClose: () => void
}

export function WebhookFormView(props: WebhookFormViewProps) {
  const { isNew, hiddenUrl, servers, isBusy, faults, problem, onSave, onClose } = props
  const t = useTexts()
  const [draft, setDraft] = useState(props.draft)
  const [isTried, setIsTried] = useState(false)
  const [isReplacing, setIsReplacing] = useState(false)
  // An address of one service is of no use to another.
  const hasKeptUrl = hiddenUrl !== null && !isReplacing && draft.format === props.draft.format
  const set = (change: Partial<WebhookDraft>) => setDraft({ ...draft, ...change })
  const lacksKind = isTried && draft.kinds.length === 0

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (draft.kinds.length > 0) onSave(draft)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className={form.pair}>
        <TextInput
          label={t('webhooks.name')}
          maxLength={190}
          data-autofocus
          value={draft.name}
          onChange={event => set({ name: event.currentTarget.value })}
          error={fieldMessage(t, faults.name)}
        />
        <Select
          label={t('webhooks.format')}
          data={webhookFormats.map(format => ({ value: format, label: t(`webhooks.formats.${format}`) }))}
          allowDeselect={false}
          value={draft.format}
          onChange={format => set({ format: formatOf(format) })}
        />
      </div>
      {hasKeptUrl ? (
        <Group gap={8} align="flex-end" wrap="nowrap">
          <TextInput
            className={styles.hiddenUrl}
            label={t('webhooks.url')}
            description={t('webhooks.urlHidden')}
            readOnly
            value={hiddenUrl}
          />
          <Button
            variant="default"
            flex="none"
            aria-label={`${t('webhooks.replaceUrl')}: ${t('webhooks.url')}`}
            onClick={() => setIsReplacing(true)}
          >
            {t('webhooks.replaceUrl')}
          </Button>
        </Group>
      ) : (
        <TextInput
          key={String(isReplacing)}
          label={t('webhooks.url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          autoFocus={isReplacing}
          description={t('webhooks.urlHint')}
          value={draft.url}
          onChange={event => set({ url: event.currentTarget.value })}
          error={fieldMessage(t, faults.url)}
        />
      )}
      <div>
        <Box component="p" className="text-label" mb={8}>
          {t('webhooks.events')}
        </Box>
        {lacksKind && (
          <Box component="p" className="text-hint" mb={8} c="var(--state-trouble)" role="alert">
            {t('webhooks.needKind')}
          </Box>
        )}
        <Group gap={8} mb={12}>
          <Button
            size="xs"
            variant="default"
            aria-pressed={isSameKinds(draft.kinds, problemEventKinds)}
            onClick={() => set({ kinds: problemEventKinds })}
          >
            {t('webhooks.problemsOnly')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-pressed={draft.kinds.length === eventKinds.length}
            onClick={() => set({ kinds: eventKinds })}
          >
            {t('webhooks.allEvents')}
          </Button>
        </Group>
        {kindGroups.map(({ group, kinds }) => (
          <fieldset key={group} className={styles.group}>
            <legend className="text-hint">{t(`webhooks.groups.${group}`)}</legend>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} verticalSpacing={10} mt={8}>
              {kinds.map(kind => (
                <Checkbox
                  key={kind}
                  size="sm"
                  label={t(`webhooks.kinds.${kind}`)}
                  checked={draft.kinds.includes(kind)}
                  onChange={event =>
                    set({
                      kinds: event.currentTarget.checked
                        ? [...draft.kinds, kind]
                        : draft.kinds.filter(each => each !== kind),
                    })
                  }
                />
              ))}
            </SimpleGrid>
          </fieldset>
        ))}
      </div>
      <MultiChoice
        label={t('webhooks.servers')}
        description={t('webhooks.serversHint')}
        placeholder={draft.serverIds.length === 0 ? t('webhooks.allServers') : undefined}
        data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        clearable
        limit={50}
        value={draft.serverIds.map(String)}
        onChange={ids => set({ serverIds: ids.map(Number) })}
        error={fieldMessage(t, faults.server_ids)}
      />
      {!isNew && (
        <OnOffSwitch
          label={t('webhooks.enabled')}
          checked={draft.enabled}
          onChange={event => set({ enabled: event.currentTarget.checked })}
        />
      )}
      <Group className={form.stays} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {isNew ? t('webhooks.add') : t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}

function formatOf(text: string | null): WebhookFormat {
  return webhookFormats.find(format => format === text) ?? 'rookery'
}
