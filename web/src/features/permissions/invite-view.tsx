// Whom to invite and with what: a new login or somebody who is there, a preset, and on demand each permission.

import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import type { inviteToGameServer, PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import type { PresetName } from '@rookery/contracts/permission-presets.ts'
import { IconAdjustments, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { basic } from '../../parts/permissions/logic/permission-cells.ts'
import { isSameSet, presetText } from '../../parts/permissions/logic/preset-text.ts'
import { PermissionChecks } from '../../parts/permissions/permission-checks.tsx'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import form from '../../ui/controls/form.module.css'
import { OptionCards } from '../../ui/controls/option-cards.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

export interface InviteViewProps {
  /** By an owner, who names people by login: whose permissions are changed, or that somebody is let in. */
  sharing?: 'by login' | { permissions: readonly GameServerPermission[] }
  presets: readonly PermissionPreset[]
  /** Those that match what is typed. */
  people: readonly Pick<User, 'id' | 'login' | 'name'>[]
  onSearch: (searchText: string) => void
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onInvite: (input: CallOf<typeof inviteToGameServer>['body']) => void
  onClose: () => void
}

const kinds = ['new', 'existing'] as const
type Kind = (typeof kinds)[number]

export function InviteView(props: InviteViewProps) {
  const { sharing, presets, isBusy, faults, problem, onInvite, onClose } = props
  const present = typeof sharing === 'object' ? sharing.permissions : null
  const initial = present ?? presets[0]?.permissions ?? [basic]
  const t = useTexts()
  const language = useLanguage()
  const [kind, setKind] = useState<Kind>('new')
  const [login, setLogin] = useState('')
  const [userId, setUserId] = useState<string | null>(null)
  const [preset, setPreset] = useState<PresetName | null>(presetOf(presets, initial))
  const [permissions, setPermissions] = useState<readonly GameServerPermission[]>(initial)
  const [isTried, setIsTried] = useState(false)
  const isNamed = present !== null || (kind === 'new' ? login.trim() !== '' : userId !== null)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!isNamed) return
    if (present) return onInvite({ permissions: [...permissions] })
    const who = kind === 'new' ? { login: login.trim() } : { user_id: Number(userId) }
    onInvite({ ...who, permissions: [...permissions] })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      {problem && <FormProblem>{problem}</FormProblem>}
      <Stack gap={10} display={present ? 'none' : undefined}>
        {!sharing && <KindChoice kind={kind} onChange={setKind} />}
        {kind === 'new' ? (
          <TextInput
            label={t('access.login')}
            description={t(sharing ? 'ownership.loginHint' : 'access.loginHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            data-autofocus
            value={login}
            onChange={event => setLogin(event.currentTarget.value)}
            error={isTried && !isNamed ? t('access.needLogin') : fieldMessage(t, faults.login)}
          />
        ) : (
          <PersonChoice
            {...props}
            value={userId}
            fault={isTried && !isNamed ? t('access.needPerson') : fieldMessage(t, faults.user_id)}
            onChoose={setUserId}
          />
        )}
      </Stack>
      <OptionCards<PresetName>
        label={t('presets.preset')}
        value={preset}
        options={presets.map(each => ({
          value: each.name,
          title: t(`presets.names.${each.name}`),
          text: presetText(t, each, language),
        }))}
        onChange={name => {
          setPreset(name)
          setPermissions(presets.find(each => each.name === name)?.permissions ?? [basic])
        }}
      />
      <Customize
        isByAdministrator={!sharing}
        permissions={permissions}
        onChange={next => {
          setPermissions(next)
          setPreset(presetOf(presets, next))
        }}
      />
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t(present ? 'actions.save' : 'access.inviteNow')}
        </Button>
      </Group>
    </form>
  )
}

const presetOf = (presets: readonly PermissionPreset[], permissions: readonly GameServerPermission[]) =>
  presets.find(each => isSameSet(each.permissions, permissions))?.name ?? null

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const t = useTexts()
  return (
    <Group component="fieldset" className={choice.segments} gap={0} wrap="nowrap">
      <legend className="visually-hidden">{t('access.whom')}</legend>
      {kinds.map(each => (
        <label key={each} className={`${choice.choice} ${choice.segment}`}>
          <input type="radio" name="invited-kind" checked={each === kind} onChange={() => onChange(each)} />
          {t(`access.kinds.${each}`)}
        </label>
      ))}
    </Group>
  )
}

interface PersonChoiceProps extends Pick<InviteViewProps, 'people' | 'onSearch'> {
  value: string | null
  fault: string | undefined
  onChoose: (userId: string | null) => void
}

function PersonChoice({ people, value, fault, onSearch, onChoose }: PersonChoiceProps) {
  const t = useTexts()
  return (
    <Select
      label={t('access.person')}
      description={t('access.personHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('access.search')}
      searchable
      data-autofocus
      nothingFoundMessage={t('access.nobody')}
      data={people.map(({ id, login, name }) => ({
        value: String(id),
        label: name === login ? login : `${name} (${login})`,
      }))}
      value={value}
      onSearchChange={onSearch}
      onChange={onChoose}
      error={fault}
    />
  )
}

interface CustomizeProps {
  /** Who changes presets as well. */
  isByAdministrator: boolean
  permissions: readonly GameServerPermission[]
  onChange: (permissions: readonly GameServerPermission[]) => void
}

function Customize({ isByAdministrator, permissions, onChange }: CustomizeProps) {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Stack gap={12}>
      <Group gap={12} justify="space-between">
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          rightSection={<Chevron size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('access.customize', { count: permissions.length })}
        </Button>
        {isByAdministrator && (
          <Link to="/people/presets" className="link text-caption">
            {t('presets.edit')}
          </Link>
        )}
      </Group>
      {isOpen && (
        <PermissionChecks
          label={t('access.customize', { count: permissions.length })}
          checkOf={permission => ({
            isChecked: permissions.includes(permission),
            isFixed: permission === basic,
          })}
          onToggle={(permission, isChecked) =>
            onChange(
              isChecked ? [...permissions, permission] : permissions.filter(each => each !== permission),
            )
          }
        />
      )}
    </Stack>
  )
}
