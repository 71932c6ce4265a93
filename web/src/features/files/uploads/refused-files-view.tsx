// One row for all files that are refused by what they are: how many, which, and the switch or the message that helps.

import { Box, Button, Group, Stack } from '@mantine/core'
import { type UploadRules, uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import type { PanelSettingKey, PanelSettingsAnswer } from '@rookery/contracts/http/panel-settings.ts'
import { IconCheck, IconChevronDown, IconChevronUp, IconCircleXFilled, IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { lockText } from '../../../parts/panel-settings/lock-text.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { OnOffSwitch } from '../../../ui/controls/on-off-switch.tsx'
import { useCopy } from '../../../ui/controls/use-copy.ts'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import tones from '../../../ui/tone/tone.module.css'
import { folderOf, nameOf } from './logic/upload.ts'
import {
  type CurableRefusal,
  curableRefusals,
  isAllowedBy,
  type RuleRefusal,
  settingOfRefusal,
} from './logic/upload-refusal.ts'
import type { RefusedUpload } from './logic/upload-summary.ts'
import styles from './uploads.module.css'

const listedNames = 200
type FinalKind = Exclude<RuleRefusal['kind'], CurableRefusal>
const finalKinds: FinalKind[] = ['markup', 'type', 'tooLarge']

interface RefusedFilesViewProps {
  refused: readonly RefusedUpload[]
  /** Null while they are not known. */
  rules: UploadRules | null
  /** Administrators have switches; null while the settings are not known. */
  administrator: { settings: PanelSettingsAnswer | null } | null
  /** For everybody else. */
  message: string
  isBusy: boolean
  problem: string | null
  onSwitch: (key: PanelSettingKey, isOn: boolean) => void
  onRetry: (ids: readonly number[]) => void
}

export function RefusedFilesView(props: RefusedFilesViewProps) {
  const t = useTexts()
  const { refused, rules, administrator, message, problem, onRetry } = props
  const byKind = Map.groupBy(refused, ({ refusal }) => refusal.kind)
  const curable = curableRefusals.filter(kind => byKind.has(kind))
  const allowed = refused.filter(({ refusal }) => rules && isAllowedBy(refusal, rules))
  const isAsking = administrator === null && curable.some(kind => !(rules && isAllowedBy({ kind }, rules)))
  return (
    <section className={`line-above ${styles.refused} ${tones.trouble}`} data-refused-files>
      <IconCircleXFilled size={17} color="var(--tone)" aria-hidden />
      <Stack gap={10} miw={0}>
        <RefusedList refused={refused} />
        {curable.map(kind => (
          <CurableRow key={kind} kind={kind} count={byKind.get(kind)?.length ?? 0} {...props} />
        ))}
        {administrator?.settings && curable.some(kind => !isLocked(administrator.settings, kind)) && (
          <p className="text-caption">{t('uploads.forEveryone')}</p>
        )}
        {finalKinds.map(kind => {
          const files = byKind.get(kind)
          return files && <FinalRow key={kind} kind={kind} files={files} />
        })}
        {isAsking && <MessageToSend message={message} />}
        {problem && <FormProblem>{problem}</FormProblem>}
        {allowed.length > 0 && (
          <Button
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onRetry(allowed.map(({ upload }) => upload.id))}
          >
            {t('actions.retry')}
          </Button>
        )}
      </Stack>
    </section>
  )
}

const isLocked = (settings: PanelSettingsAnswer | null, kind: CurableRefusal) =>
  settings?.[settingOfRefusal[kind]].locked_by != null

function MessageToSend({ message }: { message: string }) {
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  return (
    <Stack gap={6} align="flex-start">
      <p>{t('uploads.ask')}</p>
      <p className={`well text-secondary breakable ${styles.message}`} data-message>
        {message}
      </p>
      <Button
        size="xs"
        variant="default"
        leftSection={isCopied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.7} />}
        onClick={() => void copy(message)}
      >
        {isCopied ? t('actions.copied') : t('uploads.askCopy')}
      </Button>
    </Stack>
  )
}

function RefusedList({ refused }: Pick<RefusedFilesViewProps, 'refused'>) {
  const t = useTexts()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const rest = refused.length - listedNames
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <strong>{t('uploads.refusedTitle', { count: refused.length })}</strong>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={listId}
          rightSection={isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('uploads.hideFiles') : t('uploads.showFiles')}
        </Button>
      </Group>
      {isOpen && (
        <ul id={listId} className={styles.refusedNames}>
          {refused.slice(0, listedNames).map(({ upload: { id, path, sizeBytes } }) => (
            <li key={id} title={path}>
              <span className="truncate">
                {folderOf(path) && <span className="text-faint">{folderOf(path)}/</span>}
                {nameOf(path)}
              </span>
              <span className="text-caption numbers">{formatValue(sizeBytes, 'bytes', language)}</span>
            </li>
          ))}
          {rest > 0 && <li className="text-caption">{t('uploads.more', { count: rest })}</li>}
        </ul>
      )}
    </div>
  )
}

interface CurableRowProps
  extends Pick<RefusedFilesViewProps, 'rules' | 'administrator' | 'isBusy' | 'onSwitch'> {
  kind: CurableRefusal
  count: number
}

function CurableRow({ kind, count, rules, administrator, isBusy, onSwitch }: CurableRowProps) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const bytes = (value = uploadLimitBytes) => formatValue(value, 'bytes', language)
  const sizes = { limit: bytes(rules?.limit_bytes), max: bytes(rules?.transfers.limit_bytes) }
  const files = t('uploads.fileCount', { count })
  const examples = t(`uploads.rule.${kind}.text`, sizes)
  if (!administrator) {
    const isAllowed = rules !== null && isAllowedBy({ kind }, rules)
    return (
      <div>
        <p className={styles.ruleName}>{t(`uploads.rule.${kind}.name`, sizes)}</p>
        <p className="text-caption">
          {[files, isAllowed ? t('uploads.allowedNow') : t('uploads.notAllowed')].join(' · ')}
        </p>
      </div>
    )
  }
  const key = settingOfRefusal[kind]
  const state = administrator.settings?.[key]
  const lockedBy = state?.locked_by ?? null
  return (
    <Group wrap="nowrap" gap={12} justify="space-between" align="center">
      <Box miw={0}>
        <label htmlFor={id} className={styles.ruleName}>
          {t(`uploads.rule.${kind}.allow`, sizes)}
        </label>
        <p id={`${id}-text`} className="text-caption breakable">
          {lockedBy && state ? lockText(t, state.variable, lockedBy) : `${files} · ${examples}`}
        </p>
      </Box>
      <OnOffSwitch
        id={id}
        flex="none"
        aria-describedby={`${id}-text`}
        checked={state?.value ?? false}
        disabled={!state || lockedBy !== null || isBusy}
        onChange={event => onSwitch(key, event.currentTarget.checked)}
      />
    </Group>
  )
}

function FinalRow({ kind, files }: { kind: FinalKind; files: readonly RefusedUpload[] }) {
  const t = useTexts()
  const language = useLanguage()
  const types = new Set(files.flatMap(({ refusal }) => (refusal.kind === 'type' ? [refusal.found] : [])))
  const limits = files.flatMap(({ refusal }) => (refusal.kind === 'tooLarge' ? [refusal.limitBytes] : []))
  const [limit = uploadLimitBytes] = limits.filter(bytes => bytes !== null)
  return (
    <div>
      <p className={styles.ruleName}>{t(`uploads.rule.${kind}.title`, { types: [...types].join(', ') })}</p>
      <p className="text-caption">
        {t('uploads.fileCount', { count: files.length })} ·{' '}
        {t(`uploads.rule.${kind}.text`, { limit: formatValue(limit, 'bytes', language) })}
      </p>
    </div>
  )
}
