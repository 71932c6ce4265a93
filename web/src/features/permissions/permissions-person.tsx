// One person on the access tab: what they may do here in short, on demand why, and the way to change it.

import { Box, Button, Group } from '@mantine/core'
import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { inDisplayOrder } from '../../parts/permissions/logic/scopes.ts'
import { AskWhy, ReasonList } from '../../parts/permissions/reason-list.tsx'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { ChangePermissions } from './change-permissions.tsx'
import { accessSummary } from './permission-summary-rules.ts'
import styles from './permissions.module.css'

interface AccessPersonProps {
  user: User
  gameServerId: number
  cells: readonly PermissionOnGameServer[] | null
  presets: readonly PermissionPreset[]
  hasFailed: boolean
  isAsked: boolean
  isChanging: boolean
  onAsk: () => void
  onChange: (isChanging: boolean) => void
}

export function AccessPerson(props: AccessPersonProps) {
  const { user, gameServerId, cells, presets, hasFailed, isAsked, isChanging, onAsk, onChange } = props
  const t = useTexts()
  const changeId = useId()
  const reasonsId = useId()
  const { name } = user
  return (
    <li className={styles.person}>
      <Group gap={12} wrap="nowrap" miw={0}>
        <span className={styles.initial} aria-hidden>
          {initialOf(name)}
        </span>
        <div className={styles.who}>
          <Link
            to="/people/users/$userId"
            params={{ userId: String(user.id) }}
            className={`text-name ${styles.name}`}
          >
            {name}
          </Link>
          <Group component="span" gap="0 8px" lh={1.4}>
            {name !== user.login && <span className="mono text-caption">{user.login}</span>}
          </Group>
        </div>
      </Group>
      <Group gap="4px 8px">
        {hasFailed && <span className="text-hint">{t('access.failed')}</span>}
        {cells && <Rights cells={cells} presets={presets} isAdministrator={user.is_admin} />}
      </Group>
      <Group className={styles.actions} gap={8} wrap="nowrap" fz={13}>
        {cells && (
          <AskWhy
            text={t('access.why')}
            label={t('access.whyOf', { name })}
            isOpen={isAsked}
            controls={reasonsId}
            onAsk={onAsk}
          />
        )}
        {cells && (
          <Button
            size="xs"
            variant="default"
            className={styles.change}
            aria-label={t(isChanging ? 'access.closeOf' : 'access.changeOf', { name })}
            aria-expanded={isChanging}
            aria-controls={changeId}
            onClick={() => onChange(!isChanging)}
          >
            {t(isChanging ? 'actions.close' : 'access.change')}
          </Button>
        )}
      </Group>
      {isAsked && cells && (
        <Box id={reasonsId} m="6px 0 4px" style={{ gridColumn: '1 / -1' }}>
          <ReasonList reasons={cells} />
        </Box>
      )}
      {isChanging && cells && (
        <InSight id={changeId}>
          <ChangePermissions
            user={user}
            gameServerId={gameServerId}
            cells={cells}
            onClose={() => onChange(false)}
          />
        </InSight>
      )}
    </li>
  )
}

/** What opens below its row comes into sight with the row where it would be beyond the screen. */
function InSight({ id, children }: { id: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} id={id} className={styles.changing}>
      {children}
    </div>
  )
}

/** The first letter as people see it, whatever it is made of. */
const initialOf = (name: string) => Array.from(name.trim())[0]?.toLocaleUpperCase() ?? ''

interface RightsProps {
  cells: readonly PermissionOnGameServer[]
  presets: readonly PermissionPreset[]
  isAdministrator: boolean
}

function Rights({ cells, presets, isAdministrator }: RightsProps) {
  const t = useTexts()
  const summary = accessSummary(cells, presets, isAdministrator)
  const nameOf = (permission: Permission) => t(`permissionTitles.${permission}`)
  switch (summary.kind) {
    case 'none':
      return <span className="text-hint">{t('access.noAccess')}</span>
    case 'everything':
      return <span className={tones.chip}>{t('access.everything')}</span>
    case 'administrator':
      return (
        <>
          <span className={tones.chip}>{t('users.administrator')}</span>
          <Missing permissions={summary.less} />
        </>
      )
    case 'looks':
      return <span className="text-hint">{t('access.looks')}</span>
    case 'some':
      return (
        <>
          <span className={tones.chip}>
            {summary.preset ? t(`presets.names.${summary.preset}`) : t('access.own')}
          </span>
          {inDisplayOrder(summary.more).map(permission => (
            <Difference
              key={permission}
              sign={summary.preset ? '+' : null}
              name={nameOf(permission)}
              text={summary.preset ? t('access.more', { list: nameOf(permission) }) : nameOf(permission)}
            />
          ))}
          <Missing permissions={summary.less} />
        </>
      )
  }
}

function Missing({ permissions }: { permissions: readonly Permission[] }) {
  const t = useTexts()
  return inDisplayOrder(permissions).map(permission => {
    const name = t(`permissionTitles.${permission}`)
    return <Difference key={permission} sign="−" name={name} text={t('access.less', { list: name })} />
  })
}

/** One permission more or less than the preset gives; `text` is what is read aloud. */
function Difference({ sign, name, text }: { sign: '+' | '−' | null; name: string; text: string }) {
  return (
    <span className={`${tones.chip} ${styles.difference}`} data-sign={sign ?? undefined}>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden>{sign ? `${sign} ${name}` : name}</span>
    </span>
  )
}
